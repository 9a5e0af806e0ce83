/**
 * Finds jobs that nobody announces: those that waited for their time, those to be tried again, and those whose
 * announcement was lost. One question for all kinds, so that a worker without work costs a question now and then and
 * not one for each kind.
 */
import type { PgBoss } from 'pg-boss'
import { isDatabaseGone } from './database-faults.ts'
import { JOBS_SCHEMA } from './install-jobs.ts'
import type { Log } from './log.ts'

/** One look into the partial index of waiting jobs for each kind. */
const DUE = `
  select q.name from unnest($1::text[]) q (name)
  where exists (select from ${JOBS_SCHEMA}.job j
    where j.name = q.name and j.state < 'active' and j.start_after <= now() and not j.blocked)`

type Look = { stop(): void }

/** @param wake called for each kind that has a job to do */
export function lookForDue(
  boss: PgBoss,
  { names, seconds, wake, log }: { names: readonly string[]; seconds: number; wake: (name: string) => void; log: Log },
): Look {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const later = () => {
    // A longer wait than a timer can count would end at once.
    if (!isStopped) timer = setTimeout(() => void look().finally(later), Math.min(seconds * 1000, 2 ** 31 - 1))
  }
  async function look(): Promise<void> {
    try {
      const { rows } = (await boss.getDb().executeSql(DUE, [[...names]])) as { rows: { name: string }[] }
      for (const { name } of rows) wake(name)
    } catch (error) {
      if (!isStopped && !isDatabaseGone(error)) log.warn({ error: String(error) }, 'waiting jobs cannot be looked for')
    }
  }
  later()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
