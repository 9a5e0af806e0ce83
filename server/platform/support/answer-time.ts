/** How long people usually wait for an answer: what it really was of late, and what the installation promises while there is too little to count. */
import type { Floor } from '../../base/floor.ts'
import * as sql from './sql.ts'

const HOUR_MS = 3_600_000
const COUNTED_MS = 90 * 24 * HOUR_MS
/** Fewer answers say nothing. */
const ANSWERS_MIN = 5
const KEPT_MS = 10 * 60_000

const kept = new WeakMap<Floor, { hours: number; untilMs: number }>()

/** Whole hours, one at least. */
export async function usualAnswerHours(floor: Floor): Promise<number> {
  const nowMs = floor.clock.now().getTime()
  const known = kept.get(floor)
  if (known && known.untilMs > nowMs) return known.hours
  const { count, seconds } = await floor.database.acrossCabinets((tx) => sql.answerTime(tx, new Date(nowMs - COUNTED_MS)))
  const hours = count < ANSWERS_MIN ? floor.env.supportAnswerHours : Math.max(1, Math.ceil(seconds / 3600))
  kept.set(floor, { hours, untilMs: nowMs + KEPT_MS })
  return hours
}
