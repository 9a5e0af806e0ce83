/** Counts tries per key and window in the database, so that many web processes share one limit. */
import { sql } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import { conditionOf } from './database-faults.ts'
import type { Db, Tx } from './db.ts'

export type Limit = { max: number; windowMs: number }

/**
 * Counts one try. Atomic: of many at the same time, no more than `max` in a window are allowed.
 * @returns 0 when it is allowed, else the milliseconds to wait
 */
export async function countTry(db: Db | Tx, key: string, limit: Limit, now: Date): Promise<number> {
  const windowStart = windowOf(now, limit.windowMs)
  const { rows } = await sql<{ count: number }>`
    insert into tries (key, window_start, count) values (${key}, ${windowStart}, 1)
    on conflict (key) do update set
      count = case when tries.window_start = excluded.window_start then tries.count + 1 else 1 end,
      window_start = excluded.window_start
    returning count`.execute(db)
  if (Math.random() * SWEEP_ONE_IN < 1)
    await sql`delete from tries where window_start < ${new Date(now.getTime() - KEPT_MS)}`.execute(db)
  return (rows[0]?.count ?? limit.max + 1) <= limit.max ? 0 : windowStart.getTime() + limit.windowMs - now.getTime()
}

/**
 * The same for a client whom the transaction makes by a form, counted at its commit (0631): others with the same key do
 * not wait for it meanwhile. The commit fails where there are too many, which `hasNoMoreTries` knows.
 */
export async function countTryAtCommit(tx: Tx, key: string, { max, windowMs }: Limit, now: Date): Promise<void> {
  const windowStart = windowOf(now, windowMs)
  await sql`select set_config('app.try_at_commit', ${JSON.stringify({ key, windowStart, max })}, true)`.execute(tx)
}

/** @param error of a commit */
export const hasNoMoreTries = (error: unknown): boolean => conditionOf(error) === 'tries_left'

const windowOf = (now: Date, windowMs: number) => new Date(Math.floor(now.getTime() / windowMs) * windowMs)

/** Now and then a try also deletes windows that ended long ago: keys name people, and are of no use afterwards. */
const SWEEP_ONE_IN = 500
const KEPT_MS = DAY_MS

/** Forgets the tries of a key, for example after a correct password. */
export async function forgetTries(db: Db | Tx, key: string): Promise<void> {
  await sql`delete from tries where key = ${key}`.execute(db)
}

/** Takes back a try that does not count: the rest of the window stays as it was. */
export async function returnTry(db: Db | Tx, key: string): Promise<void> {
  await sql`update tries set count = count - 1 where key = ${key} and count > 0`.execute(db)
}
