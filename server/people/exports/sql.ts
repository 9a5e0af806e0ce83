import { sql } from 'kysely'
import type { ExportInput } from '../../../contract/people/exports.ts'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'

/** The request, with the variables that `extra` meant at that moment. */
export type Choice = ExportInput & { variables: string[] }

type ExportTables = {
  client_exports: {
    cabinet_id: number
    id: string
    moscow_day: string
    asked_by: string
    lang: Language
    choice: Choice
    state: 'queued' | 'running' | 'ready' | 'failed'
    total: number
    done: number
    after_card: number
    parts: number
    asked_at: Date
    ready_at: Date | null
    expires_at: Date | null
  }
  client_export_parts: { cabinet_id: number; export_id: string; no: number; sealed: Buffer }
}
export type ExportRow = ExportTables['client_exports']

const tables = (db: CabinetDb) => db.tx.withTables<ExportTables>()

const own = (db: CabinetDb) =>
  tables(db).selectFrom('client_exports').selectAll().where('cabinet_id', '=', db.cabinetId)

type NewExport = Pick<
  ExportTables['client_exports'],
  'id' | 'moscow_day' | 'asked_by' | 'lang' | 'choice' | 'total' | 'asked_at'
>

/** @returns false when the day has an export */
export async function insertExport(db: CabinetDb, row: NewExport): Promise<boolean> {
  const { rows } = await sql`
    insert into client_exports (cabinet_id, id, moscow_day, asked_by, lang, choice, total, asked_at)
    values (${db.cabinetId}, ${row.id}, ${row.moscow_day}, ${row.asked_by}, ${row.lang},
      ${JSON.stringify(row.choice)}::jsonb, ${row.total}, ${row.asked_at})
    on conflict (cabinet_id, moscow_day) where state <> 'failed' do nothing returning id`.execute(db.tx)
  return rows.length > 0
}

export function latestExport(db: CabinetDb): Promise<ExportRow | undefined> {
  return own(db).orderBy('asked_at', 'desc').limit(1).executeTakeFirst()
}

export function exportById(db: CabinetDb, id: string): Promise<ExportRow | undefined> {
  return own(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the row, so that two workers never write the same export. */
export async function lockExport(db: CabinetDb, id: string): Promise<ExportTables['client_exports'] | undefined> {
  return tables(db)
    .selectFrom('client_exports')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type ExportChange = Partial<
  Pick<ExportTables['client_exports'], 'state' | 'done' | 'after_card' | 'parts' | 'total' | 'ready_at' | 'expires_at'>
>

export async function updateExport(db: CabinetDb, id: string, change: ExportChange): Promise<void> {
  await tables(db)
    .updateTable('client_exports')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function insertPart(db: CabinetDb, exportId: string, no: number, sealed: Buffer): Promise<void> {
  await tables(db)
    .insertInto('client_export_parts')
    .values({ cabinet_id: db.cabinetId, export_id: exportId, no, sealed })
    .execute()
}

export async function partOf(db: CabinetDb, exportId: string, no: number): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('client_export_parts')
    .select('sealed')
    .where('cabinet_id', '=', db.cabinetId)
    .where('export_id', '=', exportId)
    .where('no', '=', no)
    .executeTakeFirst()
  return row?.sealed
}

/** Removes the file; the row of the export stays. */
export async function deleteParts(db: CabinetDb, exportId: string): Promise<void> {
  await tables(db)
    .deleteFrom('client_export_parts')
    .where('cabinet_id', '=', db.cabinetId)
    .where('export_id', '=', exportId)
    .execute()
}

export async function deleteExpiredParts(db: CabinetDb, now: Date): Promise<void> {
  await sql`delete from client_export_parts p using client_exports e
    where p.cabinet_id = ${db.cabinetId} and e.cabinet_id = p.cabinet_id and e.id = p.export_id
      and e.expires_at <= ${now}`.execute(db.tx)
}

export async function countFiles(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(distinct export_id)::int as files from client_export_parts
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0]?.files ?? 0
}

/**
 * Files that are there are over; those that are being written begin anew; what was searched for is forgotten.
 * @returns how many files there were
 */
export async function dropFiles(db: CabinetDb, now: Date): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    with parts as (delete from client_export_parts where cabinet_id = ${db.cabinetId} returning export_id),
    over as (update client_exports set
      expires_at = case when state = 'ready' then least(expires_at, ${now}) else expires_at end,
      done = case when state = 'running' then 0 else done end,
      after_card = case when state = 'running' then -1 else after_card end,
      parts = case when state = 'running' then 0 else parts end,
      choice = case when jsonb_exists(choice -> 'rows', 'q') and state not in ('queued', 'running')
        then jsonb_set(choice, '{rows,q}', '""') else choice end
      where cabinet_id = ${db.cabinetId} and (state in ('ready', 'running') or jsonb_exists(choice -> 'rows', 'q')))
    select count(distinct export_id)::int as files from parts`.execute(db.tx)
  return rows[0]?.files ?? 0
}
