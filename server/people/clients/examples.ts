/** A few clients who fit conditions, by name. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpFew } from '../../base/look-up.ts'
import { latestOf, type Sample } from './count-sql.ts'
import {
  type Estimable,
  type Estimated,
  fitting,
  ENOUGH,
  FOUND_MAX,
  present,
  SAMPLE,
  sampled,
  type Size,
} from './estimates.ts'

/** So many of the newest are looked at. */
const NEWEST = 1_000
/** The newest of these. */
export const newestOf = (db: CabinetDb, ids: readonly string[], limit: number): Promise<Sample[]> =>
  lookUpFew(db, latestOf(sql`from clients where ${present(db)} and clients.id = any(${[...ids]}::uuid[])`, limit))

/** A few who fit, the newest first; in a large account they need not be the newest of all. */
export async function someOf(
  db: CabinetDb,
  one: Estimable,
  found: Pick<Estimated, 'total' | 'waysOfFew'> & { size: Size },
  limit: number,
): Promise<Sample[]> {
  const { total, size, waysOfFew } = found
  if (size.count === 0) return []
  const isFew = !size.isEstimate && size.count <= FOUND_MAX
  const way = waysOfFew && (waysOfFew.get(one) ?? (isFew ? one.ways[0] : undefined))
  // Behind an offset, or PostgreSQL would look for the newest few among everybody.
  const few = (clients: RawBuilder<unknown>) => sql`from (select clients.* ${clients} offset 0) clients`
  if (way) return lookUpFew(db, latestOf(few(fitting(db, one, way, FOUND_MAX)), limit))
  const newest = sql`select clients.* from clients where ${present(db)}
    order by clients.created_at desc, clients.id desc limit ${NEWEST}`
  const fit = (clients: RawBuilder<unknown>) => sql`from (${clients}) clients where ${one.amongFew}`
  const ofNewest = await lookUpFew(db, latestOf(fit(newest), limit))
  if (ofNewest.length === limit) return ofNewest
  const isMet = total > SAMPLE && (size.count / total) * SAMPLE >= ENOUGH
  const all = sql`from clients where ${present(db)} and ${one.condition}`
  if (!size.isEstimate && !isMet) return (await latestOf(few(all), limit).execute(db.tx)).rows
  const any = sql`from (select clients.* ${fit(sampled(db))} limit ${limit}) clients`
  return lookUpFew(db, latestOf(any, limit))
}
