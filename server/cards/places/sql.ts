import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type PointTables = {
  push_points: {
    cabinet_id: number
    push_id: string
    no: number
    name: string
    text: string
    latitude: number | null
    longitude: number | null
    proximity_uuid: string | null
    major: number | null
    minor: number | null
  }
}
export type PointRow = Omit<PointTables['push_points'], 'cabinet_id' | 'push_id' | 'no'>

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

/**
 * Points of the pushes that are on for a template, those of the oldest push first; a point without words of its own
 * takes those of its push.
 */
export async function pointsOnTemplate(db: CabinetDb, templateId: string): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    select o.name, coalesce(nullif(o.text, ''), p.message) as text, o.latitude, o.longitude, o.proximity_uuid, o.major, o.minor
    from pushes p
    join push_templates t on t.cabinet_id = p.cabinet_id and t.push_id = p.id and t.template_id = ${templateId}
    join push_points o on o.cabinet_id = p.cabinet_id and o.push_id = p.id
    where p.cabinet_id = ${db.cabinetId} and p.is_active order by p.created_at, p.id, o.no`.execute(db.tx)
  return rows
}

export type Carried = { template: string; name: string; push: string; type: 'geo' | 'beacon'; points: number }

/** What each push that is on puts on the cards of a template. */
export async function carried(db: CabinetDb): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select t.template_id as template, c.name, p.id as push, p.type, (select count(*) from push_points o where o.cabinet_id = p.cabinet_id and o.push_id = p.id)::int as points
    from pushes p
    join push_templates t on t.cabinet_id = p.cabinet_id and t.push_id = p.id
    join templates c on c.cabinet_id = t.cabinet_id and c.id = t.template_id
    where p.cabinet_id = ${db.cabinetId} and p.is_active order by p.created_at, p.id, t.template_id`.execute(db.tx)
  return rows
}
