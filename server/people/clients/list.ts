/** One page of the table of clients. */
import type { Meta } from '../../../contract/call.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { countListed, keptSize } from './list-count.ts'
import { type Place, readPlace, type Spot, writePlace } from './list-place.ts'
import { type Direction, type Filters, narrowing, type Sort } from './list-sql.ts'
import { rowsOfPage, type Shown } from './page-sql.ts'
import type { ClientRow } from './sql.ts'

export type Question = {
  page: number
  limit: number
  q: string
  o: Sort
  d: Direction
  at?: string | undefined
  count?: 'exact' | 'about' | undefined
} & Filters

type Steps<R> = { rows: R[]; next: string | null; previous: string | null }

const spotOf = ({ id, place }: { id: string; place: string }): Spot => ({ id, value: place })

/** One row more than the page shows whether it goes on. */
function stepsOf<R extends { id: string; place: string }>(
  found: readonly R[],
  { o, d, limit }: Question,
  isBackwards: boolean,
  isAtEdge: boolean,
): Steps<R> {
  const goesOn = found.length > limit
  const shown = found.slice(0, limit)
  const rows = isBackwards ? shown.toReversed() : shown
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = isBackwards ? !isAtEdge : goesOn
  const hasPrevious = isBackwards ? goesOn : !isAtEdge
  return {
    rows,
    next: hasNext && last ? writePlace({ o, d }, 'next', spotOf(last)) : null,
    previous: hasPrevious && first ? writePlace({ o, d }, 'previous', spotOf(first)) : null,
  }
}

/** How many the whole list has, where the page has looked all of them up. */
function fittingOf(found: readonly { fitting: number | null }[], from: number | Place): number | null {
  const isWhole = typeof from === 'number' || from.spot === null
  if (!isWhole) return null
  // None at the beginning, or at the end: there is nobody. A later page may be beyond the last one.
  const ofNone = typeof from === 'number' && from > 0 ? null : 0
  return found[0] ? found[0].fitting : ofNone
}

/** @param others what else is shown of each client @throws Refusal invalid_input */
export async function readList<S extends object>(
  db: CabinetDb,
  question: Question,
  now: Date,
  others: Shown<S>,
): Promise<{ rows: (ClientRow & S)[]; meta: Meta }> {
  const { page, limit, q, o, d, at, count, ...filters } = question
  const narrowed = await narrowing(db, q, filters, moscowDay(now))
  const { narrow } = narrowed
  const place = at === undefined ? undefined : readPlace({ o, d }, at)
  const from = place ?? sliceOf({ page, limit }).offset
  const asked = { filters, o, d, limit: place ? limit + 1 : limit, from, isSearch: q !== '' }
  // They go in one trip, in this order.
  const [, found] = await Promise.all([narrow.length > 0 && lookUpRows(db), rowsOfPage(db, asked, narrowed, others)])
  const steps = place && stepsOf(found, question, place.isBackwards, place.spot === null)
  const size = keptSize(filters, narrow)
  const kept = count === 'about' || !size?.isEstimate ? size : undefined
  const fitting = narrow.length === 0 ? null : fittingOf(found, from)
  const looked = fitting === null ? kept : { count: fitting, isEstimate: false }
  const { total, isEstimate } = looked
    ? { total: looked.count, isEstimate: looked.isEstimate }
    : await countListed(db, filters, narrowed, count === 'about')
  return {
    rows: steps?.rows ?? found,
    meta: {
      ...metaOf(total, { page, limit }),
      ...(isEstimate && { isEstimate }),
      ...(steps && { next: steps.next, previous: steps.previous }),
    },
  }
}
