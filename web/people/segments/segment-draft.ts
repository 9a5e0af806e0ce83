/** The draft of a segment. Pure. */
import type { Match, Segment } from '../../../contract/people/segments.ts'
import type { Lists } from '../../base/draft/merge.ts'
import { type Row, rowOf } from './rows.ts'

export type Draft = { name: string; match: Match; rows: readonly Row[] }

export function draftOf(segment: Segment): Draft {
  return { name: segment.name, match: segment.match, rows: segment.criteria.map(rowOf) }
}

/** What would be saved. */
export const essenceOf = (draft: Draft): unknown => ({ ...draft, name: draft.name.trim() })

/** When two people change a segment, conditions merge by their kind. */
export const LISTS: Lists = { rows: { nameOf: (row: Row) => row.kind, isWhole: true } }
