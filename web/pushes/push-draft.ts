/** What the push editor holds, what is wrong with it, and what is still missing before it can go. Pure. */
import { variablesIn } from '../../card/fill.ts'
import { PUSH_TEXT_MAX } from '../../contract/limits.ts'
import type { Push } from '../../contract/pushes.ts'

export type Draft = { name: string; message: string; templates: readonly string[] }

export const EMPTY_DRAFT: Draft = { name: '', message: '', templates: [] }
export const NAME_MAX = 80
/** Texts to begin with; their words stand in words/. */
export const EXAMPLES = ['weekend', 'bonus', 'news'] as const
/** About what four lines of a lock screen hold. */
export const LOCK_SCREEN_CHARACTERS = 160

export function draftOf(push: Pick<Push, 'name' | 'message' | 'templates'>): Draft {
  return { name: push.name, message: push.message, templates: push.templates.map((template) => template.id) }
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one.name === other.name && one.message === other.message && [...one.templates].sort().join() === [...other.templates].sort().join()
}

/** What a person counts: a letter or an emoji is one, whatever it takes in memory. */
export function characterCount(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length
}

export type Faults = { name?: 'required'; message?: 'too_long' | 'unknown_variable' }

/** Faults that stop saving. @param known names of the cabinet's variables; null while they are not loaded */
export function faultsOf(draft: Draft, known: readonly string[] | null): Faults {
  return {
    ...(draft.name.trim() === '' && { name: 'required' as const }),
    ...(draft.message.trim().length > PUSH_TEXT_MAX
      ? { message: 'too_long' as const }
      : unknownVariables(draft.message, known).length > 0 && { message: 'unknown_variable' as const }),
  }
}

export function unknownVariables(message: string, known: readonly string[] | null): string[] {
  return known === null ? [] : variablesIn(message).filter((name) => !known.includes(name))
}

export type CheckName = 'name' | 'message' | 'templates' | 'cards'

/** What must be there before a push can go, in the order of the page. */
export function checksOf(draft: Draft, areCardsActive: boolean): { name: CheckName; isDone: boolean }[] {
  return [
    { name: 'name', isDone: draft.name.trim() !== '' },
    { name: 'message', isDone: draft.message.trim() !== '' },
    { name: 'templates', isDone: draft.templates.length > 0 },
    { name: 'cards', isDone: areCardsActive },
  ]
}
