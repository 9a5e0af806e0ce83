/** One page of the table of clients. */
import type { Meta } from '../../../contract/call.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { countListed } from './list-count.ts'
import { readPlace, type Spot, writePlace } from './list-place.ts'
import { type Direction, type Filters, narrowing, type Sort } from './list-sql.ts'
import { spotsOfPage } from './page-sql.ts'
import { type ClientRow, clientsByIds } from './sql.ts'

export type Question = {
  page: number
  limit: number
  q: string
  o: Sort
  d: Direction
  at?: string | undefined
  count?: 'exact' | 'about' | undefined
} & Filters

type Steps = { spots: Spot[]; next: string | null; previous: string | null }

/** One row more than the page shows whether it goes on. */
function stepsOf(found: readonly Spot[], { o, d, limit }: Question, isBackwards: boolean, isAtEdge: boolean): Steps {
  const goesOn = found.length > limit
  const shown = found.slice(0, limit)
  const spots = isBackwards ? shown.toReversed() : shown
  const [first, last] = [spots[0], spots.at(-1)]
  const hasNext = isBackwards ? !isAtEdge : goesOn
  const hasPrevious = isBackwards ? goesOn : !isAtEdge
  return {
    spots,
    next: hasNext && last ? writePlace({ o, d }, 'next', last) : null,
    previous: hasPrevious && first ? writePlace({ o, d }, 'previous', first) : null,
  }
}

/** @throws Refusal invalid_input */
export async function readList(
  db: CabinetDb,
  question: Question,
  now: Date,
): Promise<{ rows: ClientRow[]; meta: Meta }> {
  const { page, limit, q, o, d, at, count, ...filters } = question
  const narrow = await narrowing(db, q, filters, moscowDay(now))
  const place = at === undefined ? undefined : readPlace({ o, d }, at)
  const from = place ?? sliceOf({ page, limit }).offset
  const found = await spotsOfPage(db, { filters, o, d, limit: place ? limit + 1 : limit, from }, narrow)
  const steps = place && stepsOf(found, question, place.isBackwards, place.spot === null)
  const ids = (steps?.spots ?? found).map((spot) => spot.id)
  const rows = new Map((await clientsByIds(db, ids)).map((row) => [row.id, row]))
  const { total, isEstimate } = await countListed(db, filters, narrow, count === 'about')
  return {
    rows: ids.flatMap((id) => rows.get(id) ?? []),
    meta: {
      ...metaOf(total, { page, limit }),
      ...(isEstimate && { isEstimate }),
      ...(steps && { next: steps.next, previous: steps.previous }),
    },
  }
}
