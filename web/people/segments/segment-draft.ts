/** What the segment editor holds. Pure. */
import type { Match, Segment } from '../../../contract/people/segments.ts'
import type { Lists } from '../../base/draft/merge.ts'
import { type Row, rowOf } from './rows.ts'

export type Draft = { name: string; match: Match; rows: readonly Row[] }

export function draftOf(segment: Segment): Draft {
  return { name: segment.name, match: segment.match, rows: segment.criteria.map(rowOf) }
}

/** What would be saved. */
export const essenceOf = (draft: Draft): unknown => ({ ...draft, name: draft.name.trim() })

/** When two people change one segment, conditions merge by what they ask. */
export const LISTS: Lists = { rows: { nameOf: (row: Row) => row.kind, isWhole: true } }
