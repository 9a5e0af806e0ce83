/** A pace that all processes keep together: calls of one key start one interval after another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import type { Db } from './db.ts'
import type { RateLimiter } from './rate-limiter.ts'

type Rate = { perSecond: number; burst: number }

/** After a clock was set back nobody waits longer than this. */
const LONGEST_WAIT_MS = 5 * 60_000
const SWEEP_ONE_IN = 1000

/**
 * The generic cell rate algorithm, by the clock of the database. A turn is taken at once and then waited for, so many
 * who wait do not ask again and again.
 */
export function sharedPace(db: Db, key: Buffer, { perSecond, burst }: Rate): RateLimiter {
  const interval = 1000 / perSecond
  return {
    async turn() {
      const { rows } = await sql<{ wait: number }>`
        insert into paces (key, free_at)
        values (${key}, clock_timestamp() + ${interval} * interval '1 ms')
        on conflict (key) do update set free_at =
          least(greatest(paces.free_at, clock_timestamp()), clock_timestamp() + ${LONGEST_WAIT_MS} * interval '1 ms')
          + ${interval} * interval '1 ms'
        returning (extract(epoch from free_at - clock_timestamp()) * 1000)::float8 as wait
      `.execute(db)
      if (Math.random() * SWEEP_ONE_IN < 1) await sweep(db)
      const waitMs = (rows[0]?.wait ?? 0) - interval * burst
      if (waitMs > 0) await sleep(waitMs)
    },
  }
}

async function sweep(db: Db): Promise<void> {
  await sql`delete from paces where free_at < clock_timestamp() - ${DAY_MS} * interval '1 ms'`.execute(db)
}
