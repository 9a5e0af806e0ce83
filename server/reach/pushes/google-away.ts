/** Whether Google is asked at all now: after several silent calls nobody waits for it, until one tries again. */
import type { App } from '../../base/app.ts'

const SILENCES_MAX = 5
const PAUSE_MS = 10_000

type Silence = { count: number; until: number }
const silences = new WeakMap<App, Silence>()

/** When the pause is over, one caller tries; the others wait for what it finds. */
export function isGoogleAway(app: App): boolean {
  const silence = silences.get(app)
  if (!silence || silence.count < SILENCES_MAX) return false
  const now = performance.now()
  if (now < silence.until) return true
  silence.until = now + pauseMs(app)
  return false
}

export function noteGoogleAnswer(app: App, hasAnswered: boolean): void {
  if (hasAnswered) silences.delete(app)
  else
    silences.set(app, {
      count: (silences.get(app)?.count ?? 0) + 1,
      until: performance.now() + pauseMs(app),
    })
}

const pauseMs = (app: App) => PAUSE_MS * (app.outside.waitFactor ?? 1)
