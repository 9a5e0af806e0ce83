/** Sizes counted by this process in the last minute: not counted again, and reading a list writes nothing. */
import type { CabinetDb } from '../../base/db.ts'
import { LRU } from '../../base/lru.ts'
import type { SegmentSizes } from './size.ts'
import type { SegmentRow } from './sql.ts'

/** A size in a list is not counted again while it is younger than this. */
const FRESH_MS = 60_000

type Counted = Pick<SegmentRow, 'size' | 'is_estimate'> & { at: Date }
/** By cabinet, segment and version. */
const counted = new LRU<Counted>(10_000)
/** When the sample had nobody of them. */
const unseen = new LRU<Date>(10_000)
const keyOf = (db: CabinetDb, row: SegmentRow) => `${db.cabinetId}|${row.id}|${row.version}`

export function remember(
  db: CabinetDb,
  row: SegmentRow,
  { count: size, isEstimate }: SegmentSizes['sizes'][number],
  at: Date,
): SegmentRow {
  counted.set(keyOf(db, row), { size, is_estimate: isEstimate, at })
  return { ...row, size, is_estimate: isEstimate, counted_at: at }
}

export const isFresh = (at: Date | null, now: Date) => at !== null && Math.abs(now.getTime() - at.getTime()) < FRESH_MS

/** With the size that was counted last, if that is not too old. */
export function withLatest(db: CabinetDb, row: SegmentRow, now: Date): SegmentRow {
  const latest = counted.get(keyOf(db, row))
  if (!latest || !isFresh(latest.at, now)) return row
  const { at, ...size } = latest
  return { ...row, ...size, counted_at: at }
}

export const rememberUnseen = (db: CabinetDb, row: SegmentRow, at: Date) => unseen.set(keyOf(db, row), at)

export const wasUnseen = (db: CabinetDb, row: SegmentRow, now: Date) => isFresh(unseen.get(keyOf(db, row)) ?? null, now)
