/**
 * How long people usually wait for an answer: the measured time of late, or what the installation promises while there
 * are too few answers.
 */
import { HOUR_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import * as sql from './sql.ts'

const COUNTED_MS = 90 * 24 * HOUR_MS
/** Fewer answers are not significant. */
const ANSWERS_MIN = 5
const KEPT_MS = 10 * 60_000

const kept = new WeakMap<App, { hours: number; untilMs: number }>()

/** Whole hours, one at least. */
export async function usualAnswerHours(app: App): Promise<number> {
  const nowMs = app.clock.now().getTime()
  const known = kept.get(app)
  if (known && known.untilMs > nowMs) return known.hours
  const { count, seconds } = await app.database.acrossCabinets((tx) => sql.answerTime(tx, new Date(nowMs - COUNTED_MS)))
  const hours = count < ANSWERS_MIN ? app.env.supportAnswerHours : Math.max(1, Math.ceil(seconds / 3600))
  kept.set(app, { hours, untilMs: nowMs + KEPT_MS })
  return hours
}
