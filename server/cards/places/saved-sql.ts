import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type SavedRow = { id: string; name: string; latitude: number; longitude: number; used_at: Date }
type SavedTables = { saved_places: SavedRow & { cabinet_id: number } }

const COLUMNS = ['id', 'name', 'latitude', 'longitude', 'used_at'] as const
const tables = (db: CabinetDb) => db.tx.withTables<SavedTables>()

export function savedPlaces(db: CabinetDb): Promise<SavedRow[]> {
  return tables(db)
    .selectFrom('saved_places')
    .select(COLUMNS)
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('used_at', 'desc')
    .orderBy(sql`lower(name)`)
    .execute()
}

export async function countPlaces(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('saved_places')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** In place of one with the same name, whose id stays. */
export function putPlace(db: CabinetDb, row: SavedRow): Promise<SavedRow> {
  const { name, latitude, longitude, used_at } = row
  return tables(db)
    .insertInto('saved_places')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) =>
      conflict.expression(sql`cabinet_id, lower(name)`).doUpdateSet({ name, latitude, longitude, used_at }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deletePlace(db: CabinetDb, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('saved_places')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function dropOldest(db: CabinetDb, kept: number): Promise<void> {
  await sql`
    delete from saved_places where cabinet_id = ${db.cabinetId} and id in (
      select id from saved_places where cabinet_id = ${db.cabinetId}
      order by used_at desc, lower(name) offset ${kept})`.execute(db.tx)
}
