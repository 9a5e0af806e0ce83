/** What the card editor holds: the draft, fifty steps back and as many forward. Pure. */
import type { Template, TemplateInput } from '../../../contract/cards/templates.ts'

export type Draft = TemplateInput

/** What of a template the editor changes. */
export function draftOf({ name, design, birthdayEnabled, variables }: Template): Draft {
  return { name, design, birthdayEnabled, variables }
}

export type EditorState = {
  draft: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  /** The control changed last and when: typing in one control is one step. */
  lastEdit: { control: string; atMs: number } | null
}

export type EditorAction =
  | { type: 'edit'; control: string; atMs: number; change: (draft: Draft) => Draft }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Another draft takes the place of all: after loading, or when a kept one is taken up. */
  | { type: 'load'; draft: Draft; asStep?: boolean }
  /** The server answered a save: what it mended (spaces at the ends) is taken over, what was typed meanwhile stays. */
  | { type: 'adopt'; sent: Draft; saved: Draft }

const STEPS_MAX = 50
const ONE_STEP_MS = 1_000

export function startEditor(draft: Draft): EditorState {
  return { draft, past: [], future: [], lastEdit: null }
}

export function editDraft(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'edit': {
      const draft = action.change(state.draft)
      if (isSameDraft(draft, state.draft)) return state
      const { lastEdit } = state
      const isSameStep =
        lastEdit !== null && lastEdit.control === action.control && action.atMs - lastEdit.atMs < ONE_STEP_MS
      return {
        draft,
        past: isSameStep ? state.past : [...state.past, state.draft].slice(-STEPS_MAX),
        future: [],
        lastEdit: { control: action.control, atMs: action.atMs },
      }
    }
    case 'undo': {
      const draft = state.past.at(-1)
      if (!draft) return state
      return { draft, past: state.past.slice(0, -1), future: [state.draft, ...state.future], lastEdit: null }
    }
    case 'redo': {
      const [draft, ...future] = state.future
      if (!draft) return state
      return { draft, past: [...state.past, state.draft].slice(-STEPS_MAX), future, lastEdit: null }
    }
    case 'load':
      return action.asStep
        ? { draft: action.draft, past: [...state.past, state.draft].slice(-STEPS_MAX), future: [], lastEdit: null }
        : startEditor(action.draft)
    case 'adopt':
      return { ...state, draft: rebaseDraft(action.sent, state.draft, action.saved) }
  }
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one === other || stableText(one) === stableText(other)
}

/** JSON with sorted keys: a record read from the server may come in another order. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** A list with one row moved; an index outside leaves it as it is. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  if (from === to || rows[from] === undefined || to < 0 || to >= rows.length) return [...rows]
  const others = rows.filter((_, i) => i !== from)
  return [...others.slice(0, to), rows[from], ...others.slice(to)]
}

/**
 * The same change made on top of a newer save: every leaf that differs between `base` and `mine` goes over `newer`.
 * Lists count as one leaf, because rows have no names.
 */
export function rebaseDraft(base: Draft, mine: Draft, newer: Draft): Draft {
  return rebase(base, mine, newer) as Draft
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function rebase(base: unknown, mine: unknown, newer: unknown): unknown {
  if (stableText(base) === stableText(mine)) return newer
  if (!isTree(base) || !isTree(mine) || !isTree(newer)) return mine
  const keys = new Set([...Object.keys(mine), ...Object.keys(newer)])
  const merged = [...keys].map((key) => [key, rebase(base[key], mine[key], newer[key])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}
