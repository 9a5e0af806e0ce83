import { sql, type Generated } from 'kysely'
import type { Design } from '../../../contract/cards/design.ts'
import type { CardType } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'

export type TemplateTables = {
  templates: {
    cabinet_id: number
    id: string
    name: string
    type: CardType
    is_default: Generated<boolean>
    design: Design
    birthday_enabled: boolean
    variables: Record<string, string>
    /** The last day of its cards. */
    ends_on: string | null
    ends_after_days: number | null
    version: Generated<number>
    points_version: Generated<number>
    created_at: Date
    updated_at: Date
    archived_at: Generated<Date | null>
  }
}
export type TemplateRow = Omit<
  TemplateTables['templates'],
  'is_default' | 'version' | 'points_version' | 'archived_at'
> & {
  archived_at: Date | null
  is_default: boolean
  version: number
  points_version: number
}
const tables = (db: CabinetDb) => db.tx.withTables<TemplateTables>()

export function allTemplates(db: CabinetDb): Promise<TemplateRow[]> {
  return tables(db)
    .selectFrom('templates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
}

export function templateById(db: CabinetDb, id: string): Promise<TemplateRow | undefined> {
  return tables(db)
    .selectFrom('templates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @param hold `keep`: it stays as it is until the end of the transaction; `take`: it is about to go out of use */
export function holdTemplate(db: CabinetDb, id: string, hold: 'keep' | 'take'): Promise<TemplateRow | undefined> {
  const found = tables(db)
    .selectFrom('templates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
  return (hold === 'keep' ? found.forShare() : found.forNoKeyUpdate()).executeTakeFirst()
}

export type NamedTemplate = { id: string; name: string; is_default: boolean; is_archived: boolean }

export function templateNames(db: CabinetDb): Promise<NamedTemplate[]> {
  return tables(db)
    .selectFrom('templates')
    .select(['id', 'name', 'is_default', sql<boolean>`archived_at is not null`.as('is_archived')])
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
}

export async function cabinetsWithEnds(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from templates
    where (ends_on is not null or ends_after_days is not null) and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Which of these ids there are. */
export async function existingIds(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from templates
    where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function countTemplates(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('templates')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function countBirthdayTemplates(db: CabinetDb): Promise<{ all: number; on: number }> {
  const row = await tables(db)
    .selectFrom('templates')
    .select([sql<number>`count(*)`.as('all'), sql<number>`count(*) filter (where birthday_enabled)`.as('on')])
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row ?? { all: 0, on: 0 }
}

export async function insertTemplate(
  db: CabinetDb,
  row: Omit<TemplateRow, 'cabinet_id' | 'version' | 'points_version' | 'archived_at'>,
): Promise<void> {
  await tables(db)
    .insertInto('templates')
    .values({ cabinet_id: db.cabinetId, ...row, design: json(row.design), variables: json(row.variables) })
    .execute()
}

/** pg writes arrays and objects of jsonb columns only as text. */
function json<T>(value: T): T {
  return JSON.stringify(value) as unknown as T
}

/** @returns false when the version is not the one that was read */
export async function updateTemplate(
  db: CabinetDb,
  id: string,
  version: number,
  row: Pick<
    TemplateRow,
    'name' | 'design' | 'birthday_enabled' | 'variables' | 'ends_on' | 'ends_after_days' | 'updated_at'
  >,
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('templates')
    .set((of) => ({ ...row, design: json(row.design), variables: json(row.variables), version: of('version', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function raisePointsVersion(db: CabinetDb, ids: readonly string[]): Promise<void> {
  await sql`
    with locked as (
      select id from templates where cabinet_id = ${db.cabinetId} and id = any(${[...ids]}::uuid[])
      order by id for update)
    update templates set points_version = points_version + 1 from locked
    where templates.cabinet_id = ${db.cabinetId} and templates.id = locked.id
  `.execute(db.tx)
}

export async function deleteTemplate(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('templates').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** In two steps, because at most one row may have the mark at any moment. */
export async function setDefault(db: CabinetDb, id: string): Promise<void> {
  await tables(db)
    .updateTable('templates')
    .set({ is_default: false })
    .where('cabinet_id', '=', db.cabinetId)
    .where('is_default', '=', true)
    .execute()
  await tables(db)
    .updateTable('templates')
    .set({ is_default: true })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function setArchived(db: CabinetDb, id: string, at: Date | null): Promise<void> {
  await tables(db)
    .updateTable('templates')
    .set({ archived_at: at, is_default: false })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Gives the mark to the oldest template in use, where none has it. */
export async function setOldestDefault(db: CabinetDb): Promise<void> {
  await tables(db)
    .updateTable('templates')
    .set({ is_default: true })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', (select) =>
      select
        .selectFrom('templates as t')
        .select('t.id')
        .where('t.cabinet_id', '=', db.cabinetId)
        .where('t.archived_at', 'is', null)
        .orderBy('t.created_at')
        .limit(1),
    )
    .execute()
}

/** Variables that texts or values of templates name, the oldest template first. */
export async function templatesNaming(
  db: CabinetDb,
  names: readonly string[],
): Promise<{ variable: string; id: string; name: string }[]> {
  // In a design as text `{name}` occurs in texts only: braces of JSON are followed by a quote.
  const { rows } = await sql<{ variable: string; id: string; name: string }>`
    select v.name as variable, t.id::text as id, t.name
    from unnest(${[...names]}::text[]) v(name) join templates t on t.cabinet_id = ${db.cabinetId}
      and (position('{' || v.name || '}' in t.design::text) > 0 or jsonb_exists(t.variables, v.name))
    order by t.created_at, t.id`.execute(db.tx)
  return rows
}

export async function templatesShowing(db: CabinetDb, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from templates where cabinet_id = ${db.cabinetId}
      and position(${`{${name}}`} in design::text) > 0 and not jsonb_exists(variables, ${name})`.execute(db.tx)
  return rows.map((row) => row.id)
}

/** Pictures of all designs. */
export async function imagesInUse(db: CabinetDb): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct image.value as id from templates, jsonb_each_text(design -> 'images') image
    where cabinet_id = ${db.cabinetId} and image.value is not null`.execute(db.tx)
  return rows.map((row) => row.id)
}
