/** Pushes by what they use: templates, variables, segments. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { PointType } from '../../../contract/reach/pushes.ts'
import { pushesThere, tables } from './sql.ts'

export async function countPushesOf(db: CabinetDb, templateIds: readonly string[]): Promise<[string, number][]> {
  const rows = await tables(db)
    .selectFrom('push_templates')
    .select(['template_id', sql<number>`count(*)`.as('count')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', 'in', [...templateIds])
    .groupBy('template_id')
    .execute()
  return rows.map((row) => [row.template_id, row.count])
}

export async function pushesNaming(
  db: CabinetDb,
  names: readonly string[],
): Promise<{ variable: string; id: string; name: string }[]> {
  const { rows } = await sql<{ variable: string; id: string; name: string }>`
    select v.name as variable, p.id::text as id, p.name
    from unnest(${[...names]}::text[]) v(name) join pushes p on p.cabinet_id = ${db.cabinetId}
      and p.removed_at is null and position('{' || v.name || '}' in p.message) > 0
    order by p.created_at, p.id`.execute(db.tx)
  return rows
}

/** Pushes that are on, by template, the oldest push first. */
export function activeOnTemplates(db: CabinetDb): Promise<{ template: string; push: string; type: PointType }[]> {
  return pushesThere(db)
    .innerJoin('push_templates', (join) =>
      join.onRef('push_templates.cabinet_id', '=', 'pushes.cabinet_id').onRef('push_id', '=', 'pushes.id'),
    )
    .select(['template_id as template', 'pushes.id as push'])
    .select(sql<PointType>`pushes.type`.as('type'))
    .where('pushes.is_active', '=', true)
    .orderBy('pushes.created_at')
    .orderBy('pushes.id')
    .orderBy('template_id')
    .execute()
}

export async function pushesOfSegments(
  db: CabinetDb,
  segmentIds: readonly string[],
): Promise<{ segment: string; id: string; name: string }[]> {
  const { rows } = await sql<{ segment: string; id: string; name: string }>`
    select segment_id as segment, id, name from pushes
    where cabinet_id = ${db.cabinetId} and segment_id = any(${[...segmentIds]}::uuid[]) and removed_at is null
    order by created_at, id`.execute(db.tx)
  return rows
}

/** Names by id; unknown ids are left out. */
export async function pushNames(db: CabinetDb, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await pushesThere(db)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
