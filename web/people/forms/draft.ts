/** What the form editor holds: the draft with fifty steps back and as many forward, and what is wrong with it. Pure. */
import { FormField, FormSettings, type Form } from '../../../contract/people/forms.ts'

export type Draft = { name: string; template: string; settings: FormSettings }

export type History = {
  draft: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  lastEdit: { control: string; atMs: number } | null
}

export type HistoryAction =
  /** Changes in one control within a second are one step: typing a word is undone at once. */
  | { type: 'edit'; control: string; atMs: number; change: (draft: Draft) => Draft }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Another draft takes the place of all: loaded, or taken up after a crash (`asStep`: can be undone). */
  | { type: 'load'; draft: Draft; asStep?: boolean }

const STEPS_MAX = 50
const ONE_STEP_MS = 1_000

export const draftOf = (form: Form): Draft => ({ name: form.name, template: form.template.id, settings: form.settings })

export const startHistory = (draft: Draft): History => ({ draft, past: [], future: [], lastEdit: null })

const pushed = (history: History) => [...history.past, history.draft].slice(-STEPS_MAX)

export function stepHistory(history: History, action: HistoryAction): History {
  const { draft, past, future, lastEdit } = history
  switch (action.type) {
    case 'edit': {
      const next = action.change(draft)
      if (isSame(next, draft)) return history
      const isSameStep = lastEdit?.control === action.control && action.atMs - lastEdit.atMs < ONE_STEP_MS
      return {
        draft: next,
        past: isSameStep ? past : pushed(history),
        future: [],
        lastEdit: { control: action.control, atMs: action.atMs },
      }
    }
    case 'undo': {
      const before = past.at(-1)
      return before ? { draft: before, past: past.slice(0, -1), future: [draft, ...future], lastEdit: null } : history
    }
    case 'redo': {
      const [next, ...rest] = future
      return next ? { draft: next, past: pushed(history), future: rest, lastEdit: null } : history
    }
    case 'load':
      return action.asStep
        ? { draft: action.draft, past: pushed(history), future: [], lastEdit: null }
        : startHistory(action.draft)
  }
}

/** JSON with sorted keys: the database gives the keys of a record in an order of its own. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export const isSame = (one: unknown, other: unknown) => one === other || stableText(one) === stableText(other)

/** My changes since `base` laid over a newer save, setting by setting; the list of fields counts as one setting. */
export function layOver(base: Draft, mine: Draft, newer: Draft): Draft {
  const pick = <T extends object>(from: T, own: T, other: T): T =>
    Object.fromEntries(
      (Object.keys(own) as (keyof T)[]).map((key) => [key, isSame(from[key], own[key]) ? other[key] : own[key]]),
    ) as T
  return { ...pick(base, mine, newer), settings: pick(base.settings, mine.settings, newer.settings) }
}

/** A list with one row moved; a place outside leaves it as it is. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const row = rows[from]
  if (row === undefined || from === to || to < 0 || to >= rows.length) return [...rows]
  const others = rows.toSpliced(from, 1)
  return others.toSpliced(to, 0, row)
}

/**
 * The settings as the page can already show them: a field that is half made gets a stand-in instead of hiding the
 * whole preview. `standIn` is what an empty label or an empty list shows.
 */
export function showable(settings: FormSettings, standIn: string): FormSettings | null {
  const written = new Set<string>()
  const fields = settings.fields
    .filter((field) => field.active)
    .flatMap((field, index) => {
      const variableName =
        field.variableName === '' || written.has(field.variableName) ? `preview${index}` : field.variableName
      written.add(variableName)
      const whole = {
        ...field,
        variableName,
        label: field.label.trim() || standIn,
        values:
          field.type === 'list' && field.values.every((value) => value.trim() === '')
            ? [standIn]
            : field.values.filter((value) => value.trim() !== ''),
        regularExpression: field.type === 'regex' ? field.regularExpression || '.*' : field.regularExpression,
      }
      return FormField.safeParse(whole).success ? [whole] : []
    })
  const shown = FormSettings.safeParse({ ...settings, fields })
  return shown.success ? shown.data : null
}
