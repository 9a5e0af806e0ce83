/** The draft of the card editor. Pure. */
import { type Template, TemplateInput } from '../../../contract/cards/templates.ts'
import type { Lists } from '../../base/draft/merge.ts'

export type Draft = TemplateInput

/** The part of a template that the editor changes. */
export function draftOf({ name, design, birthdayEnabled, endsOn, endsAfterDays, variables }: Template): Draft {
  return { name, design, birthdayEnabled, endsOn, endsAfterDays, variables }
}

/** When two people change one card, rows of the back merge by their labels and links by their texts. */
export const LISTS: Lists = {
  'design.back.fields': { nameOf: (row: { label: string }) => row.label },
  'design.back.links': { nameOf: (link: { text: string }) => link.text },
}

/** A kept draft may break rules of length and form, never the shape: an empty label is corrected in the editor. */
export function isWhole(draft: Draft): boolean {
  const parsed = TemplateInput.safeParse(draft)
  const softCodes = ['too_small', 'too_big', 'invalid_format', 'custom']
  return (
    parsed.success ||
    parsed.error.issues.every((issue) => softCodes.includes(issue.code) && !issue.path.includes('colours'))
  )
}

/** A list with one row moved; an index outside leaves it as it is. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  if (from === to || rows[from] === undefined || to < 0 || to >= rows.length) return [...rows]
  const others = rows.filter((_, i) => i !== from)
  return [...others.slice(0, to), rows[from], ...others.slice(to)]
}
