/** Who fits conditions that nobody in a sample does: all clients are asked, from indexes alone. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { WITH_BOUGHT } from './bought-in-queries.ts'
import { type Estimable, lookUp, present } from './estimates.ts'

/** Beyond every id: a sample up to there is everybody. */
const LAST = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/**
 * Their ids. The index of facts goes in the order of that of figures (0580-segment-facts.sql), and neither is hashed;
 * where the facts leave few, their figures are looked up. It takes a third to two thirds of what reading rows does.
 * @returns undefined when there are more than `max`, or what was bought on some days would be looked up for each client
 */
export async function unseenOf(db: CabinetDb, one: Estimable, max: number): Promise<string[] | undefined> {
  if (one.isLookedUp) return undefined
  const hashes = (value: 'on' | 'off') => sql`select set_config('enable_hashjoin', ${value}, true)`.execute(db.tx)
  // They go in one trip, in this order.
  const [, rows] = await Promise.all([
    hashes('off'),
    lookUp(
      db,
      sql<{ id: string }>`select clients.id from clients ${one.asksBought ? WITH_BOUGHT : sql``}
        where ${present(db)} and ${one.sampled(LAST)} limit ${max + 1}`,
    ),
    hashes('on'),
  ])
  return rows.length > max ? undefined : rows.map(({ id }) => id)
}
