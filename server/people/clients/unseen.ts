/** Who fits conditions that nobody in a sample does: all clients are asked, from indexes alone. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { WITH_BOUGHT } from './bought-in-queries.ts'
import { lookUpFew } from '../../base/look-up.ts'
import { type Estimable, FOUND_MAX, present } from './estimates.ts'

/** Beyond every id: a sample up to there is everybody. */
const LAST = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/**
 * Of conditions that ask what was bought on some days. The figures are read as they lie, once: looked up by an index or
 * for each client they take twice as long, or ten times.
 */
async function unseenBuyers(
  db: CabinetDb,
  { buyers, amongFew }: Estimable,
  max: number,
): Promise<string[] | undefined> {
  if (!buyers) return undefined
  const { rows: some } = await sql<{ id: string }>`
    select id from (${buyers(db)}) buyers limit ${FOUND_MAX + 1}`.execute(db.tx)
  if (some.length > FOUND_MAX) return undefined
  const ids = some.map(({ id }) => id)
  const rows = await lookUpFew(
    db,
    sql<{ id: string }>`select clients.id from clients
      where ${present(db)} and clients.id = any(${ids}::uuid[]) and ${amongFew} limit ${max + 1}`,
  )
  return rows.length > max ? undefined : rows.map(({ id }) => id)
}

/**
 * Their ids. The index of facts goes in the order of that of figures (0580-segment-facts.sql), and neither is hashed;
 * where the facts leave few, their figures are looked up. It takes a third to two thirds of what reading rows does.
 * @returns undefined when there are more than `max`, or what was bought on some days tells them from too few
 */
export async function unseenOf(db: CabinetDb, one: Estimable, max: number): Promise<string[] | undefined> {
  if (one.isLookedUp) return unseenBuyers(db, one, max)
  const hashes = (value: 'on' | 'off') => sql`select set_config('enable_hashjoin', ${value}, true)`.execute(db.tx)
  // They go in one trip, in this order.
  const [, rows] = await Promise.all([
    hashes('off'),
    lookUpFew(
      db,
      sql<{ id: string }>`select clients.id from clients ${one.asksBought ? WITH_BOUGHT : sql``}
        where ${present(db)} and ${one.sampled(LAST)} limit ${max + 1}`,
    ),
    hashes('on'),
  ])
  return rows.length > max ? undefined : rows.map(({ id }) => id)
}
