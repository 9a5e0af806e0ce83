import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type PointRow = {
  name: string
  text: string
  latitude: number | null
  longitude: number | null
  proximity_uuid: string | null
  major: number | null
  minor: number | null
}
type PointTables = {
  push_points: PointRow & { cabinet_id: number; push_id: string; no: number }
  template_points: PointRow & { cabinet_id: number; template_id: string; push_id: string; no: number; since: Date }
}

const tables = (db: CabinetDb) => db.tx.withTables<PointTables>()

export function pointsOf(db: CabinetDb, pushId: string): Promise<PointRow[]> {
  return tables(db)
    .selectFrom('push_points')
    .select(['name', 'text', 'latitude', 'longitude', 'proximity_uuid', 'major', 'minor'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .orderBy('no')
    .execute()
}

export async function setPoints(db: CabinetDb, pushId: string, rows: readonly PointRow[]): Promise<void> {
  await tables(db)
    .deleteFrom('push_points')
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .execute()
  if (rows.length > 0)
    await tables(db)
      .insertInto('push_points')
      .values(rows.map((row, no) => ({ cabinet_id: db.cabinetId, push_id: pushId, no, ...row })))
      .execute()
}

export function pointsOnTemplate(db: CabinetDb, templateId: string): Promise<PointRow[]> {
  return tables(db)
    .selectFrom('template_points')
    .select(['name', 'text', 'latitude', 'longitude', 'proximity_uuid', 'major', 'minor'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', '=', templateId)
    .orderBy('since')
    .orderBy('push_id')
    .orderBy('no')
    .execute()
}

export async function hidePoints(db: CabinetDb, pushId: string): Promise<void> {
  await tables(db)
    .deleteFrom('template_points')
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .execute()
}

export type ShownPush = { id: string; message: string; created_at: Date; templateIds: readonly string[] }

export async function showPoints(db: CabinetDb, push: ShownPush): Promise<void> {
  await sql`
    insert into template_points (cabinet_id, template_id, push_id, no, since, name, text,
      latitude, longitude, proximity_uuid, major, minor)
    select o.cabinet_id, t.id, o.push_id, o.no, ${push.created_at}, o.name,
      coalesce(nullif(o.text, ''), ${push.message}), o.latitude, o.longitude, o.proximity_uuid, o.major, o.minor
    from push_points o, unnest(${[...push.templateIds]}::uuid[]) t(id)
    where o.cabinet_id = ${db.cabinetId} and o.push_id = ${push.id}`.execute(db.tx)
}

export async function countPoints(db: CabinetDb, pushIds: readonly string[]): Promise<[string, number][]> {
  const rows = await tables(db)
    .selectFrom('push_points')
    .select(['push_id', sql<number>`count(*)`.as('count')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', 'in', [...pushIds])
    .groupBy('push_id')
    .execute()
  return rows.map((row) => [row.push_id, row.count])
}
