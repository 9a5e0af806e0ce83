/** Cards at Google. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type PassRow, tables } from './sql.ts'

/** As the index has it, in which the objects of an issuer lie together (0612-cards-by-maker.sql). */
const OBJECT = sql`google_object_id collate "C"`

/** Ids of other issuers come before all that begin with this one and a dot, or after them. */
const sidesOf = (issuerId: string) => ({
  before: sql<boolean>`${OBJECT} < ${`${issuerId}.`}`,
  after: sql<boolean>`${OBJECT} >= ${`${issuerId}/`}`,
})

/** Cards of which Google has an older version. */
export async function behindAtGoogle(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .where('google_object_id', 'is not', null)
    .whereRef('google_version', '<', 'version')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** @returns false when Google got a newer version meanwhile, which this one has overwritten */
export async function setGoogleObject(db: CabinetDb, id: string, objectId: string, version: number): Promise<boolean> {
  const done = await tables(db)
    .updateTable('passes')
    .set({ google_object_id: objectId, google_version: version })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('google_version', '<=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The card is in no Google Wallet that we reach: its next object is a new one. */
export async function forgetGoogleObject(db: CabinetDb, id: string, objectId: string): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ google_object_id: null, google_version: 0, google_saved_at: null, google_notified_at: [] })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('google_object_id', '=', objectId)
    .execute()
}

export function passByObject(db: CabinetDb, objectId: string): Promise<PassRow | undefined> {
  return tables(db)
    .selectFrom('passes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where(sql<boolean>`${OBJECT} = ${objectId}`)
    .executeTakeFirst()
}

export async function setGoogleSaved(
  db: CabinetDb,
  id: string,
  at: { savedAt: Date; removedAt: null } | { savedAt: null; removedAt: Date },
): Promise<void> {
  await tables(db)
    .updateTable('passes')
    .set({ google_saved_at: at.savedAt, google_removed_at: at.removedAt })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/**
 * Stores the time of an announced message, and removes those before `since`; one statement, so that two at the same
 * time are both stored.
 */
export async function noteGoogleNotice(db: CabinetDb, id: string, at: Date, since: Date): Promise<void> {
  await sql`update passes set google_notified_at =
      array(select one from unnest(google_notified_at) one where one > ${since}) || ${at}::timestamptz
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}

/** @returns false when the notice was counted before */
export async function insertNotice(db: CabinetDb, nonce: string, at: Date): Promise<boolean> {
  const done = await tables(db)
    .insertInto('google_notices')
    .values({ cabinet_id: db.cabinetId, id: nonce, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Cards of other issuers than this one: on phones, and on none. Both sides are read from the index, and no card. */
export async function countElsewhere(db: CabinetDb, issuerId: string): Promise<{ held: number; free: number }> {
  const side = (
    isThere: RawBuilder<boolean>,
  ) => sql`select count(*)::int as all_of_it, count(google_saved_at)::int as held
    from passes where cabinet_id = ${db.cabinetId} and google_object_id is not null and ${isThere}`
  const { before, after } = sidesOf(issuerId)
  const { rows } = await sql<{ held: number; free: number }>`
    select sum(held)::int as held, sum(all_of_it - held)::int as free
    from (${side(before)} union all ${side(after)}) sides`.execute(db.tx)
  return rows[0] ?? { held: 0, free: 0 }
}

/** Cards of other issuers that no phone has: their next object is one of this issuer. @returns how many */
export async function leaveIssuers(db: CabinetDb, issuerId: string): Promise<number> {
  const { before, after } = sidesOf(issuerId)
  const done = await tables(db)
    .updateTable('passes')
    .set({ google_object_id: null, google_version: 0, google_notified_at: [] })
    .where('cabinet_id', '=', db.cabinetId)
    .where('google_saved_at', 'is', null)
    .where('google_object_id', 'is not', null)
    .where(sql<boolean>`(${before} or ${after})`)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}
