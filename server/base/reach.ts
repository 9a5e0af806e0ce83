/**
 * Says in the process log that the database is away, that it is back, and that its connections do not suffice: once,
 * and not for every call that fails because of it.
 */
import { isAllTaken, isDatabaseGone, orAway } from './database-faults.ts'
import type { Log } from './log.ts'

const MS_BETWEEN_LINES = 10_000

/** @returns what counts a call that waited in vain; some of them share a line */
export function countVainWaits(log: Log, sentence: string, now: () => number = () => performance.now()): () => void {
  let calls = 0
  let loggedAtMs = -Infinity
  return () => {
    calls++
    if (now() - loggedAtMs < MS_BETWEEN_LINES) return
    loggedAtMs = now()
    log.warn({ calls }, sentence)
    calls = 0
  }
}

/** Runs an attempt to get a connection. @throws DatabaseAway */
export type Reach = <T>(attempt: () => Promise<T>) => Promise<T>

export function watchReach(log: Log, now: () => number = () => performance.now()): Reach {
  let awaySinceMs: number | undefined
  const noteVainWait = countVainWaits(log, 'all database connections were taken', now)

  function noteFailure(error: unknown): void {
    if (isAllTaken(error)) noteVainWait()
    else if (isDatabaseGone(error) && awaySinceMs === undefined) {
      awaySinceMs = now()
      log.error({ error: error instanceof Error ? error.message : String(error) }, 'the database cannot be reached')
    }
  }

  function noteSuccess(): void {
    if (awaySinceMs === undefined) return
    log.warn({ awayMs: Math.round(now() - awaySinceMs) }, 'the database can be reached again')
    awaySinceMs = undefined
  }

  return async (attempt) => {
    try {
      const made = await attempt()
      noteSuccess()
      return made
    } catch (thrown) {
      const error = orAway(thrown)
      noteFailure(error)
      throw error
    }
  }
}
