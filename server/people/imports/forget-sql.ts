/** What imports keep of single clients, and what they may keep. */
import { sql } from 'kysely'
import type { ImportState } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import type { Verdict } from './sql.ts'

export type Forgotten = { id: string; tel: string; email: string; card_number: number; card_track: string }

/** A line says this of a client: what is in a column may be of somebody who is not found by it. */
const names = ({ tel, email, card_number: number, card_track: track }: Forgotten) => sql<boolean>`(
  nullif(facts ->> 'tel', '') = ${tel} or nullif(lower(facts ->> 'email'), '') = lower(${email})
  or nullif(facts ->> 'card_track', '') = ${track} or (facts ->> 'card_number')::bigint = ${number})`

export type KeptImport = { id: string; state: ImportState; is_removed: boolean; has_file: boolean }

/** Every import, also one whose lines are being deleted. They are locked: none of them goes on meanwhile. */
export async function lockImports(db: CabinetDb): Promise<KeptImport[]> {
  const { rows } = await sql<KeptImport>`
    select id, state, removed_at is not null as is_removed, exists (select from client_import_parts p
      where p.cabinet_id = i.cabinet_id and p.import_id = i.id) as has_file
    from client_imports i where cabinet_id = ${db.cabinetId} order by id for update of i`.execute(db.tx)
  return rows
}

/** @returns how many lines these have, counted no further than to a number */
export async function countLines(db: CabinetDb, ids: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from (select from client_import_rows
      where cabinet_id = ${db.cabinetId} and import_id = any(${[...ids]}::uuid[]) limit ${limit}) few`.execute(db.tx)
  return rows[0]?.lines ?? 0
}

/** The files of all imports, and the examples from them. */
export async function dropFiles(db: CabinetDb): Promise<void> {
  await sql`delete from client_import_parts where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  await sql`update client_imports set parts = 0, file = jsonb_set(file, '{columns}', '[]')
    where cabinet_id = ${db.cabinetId} and (parts > 0 or file -> 'columns' <> '[]')`.execute(db.tx)
}

export async function countFiles(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(distinct import_id)::int as files from client_import_parts
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0]?.files ?? 0
}

/**
 * Lines that are still to be imported are gone; of the others only what became of them stays. Somebody else may have
 * had this phone or address before an import.
 */
export async function forgetClient(db: CabinetDb, ids: readonly string[], client: Forgotten): Promise<void> {
  await sql`
    with found as materialized (
      select import_id, line, verdict in ('fresh', 'changing') as is_waiting,
        coalesce(client_id = ${client.id}, false) or coalesce(${names(client)}, false) as is_theirs
      from client_import_rows where cabinet_id = ${db.cabinetId} and import_id = any(${[...ids]}::uuid[])
        and (client_id = ${client.id} or ${names(client)} or nullif(former ->> 'tel', '') = ${client.tel}
          or nullif(former ->> 'email', '') = ${client.email})
      order by import_id, line for update),
    gone as (
      delete from client_import_rows r using found f where r.cabinet_id = ${db.cabinetId}
        and r.import_id = f.import_id and r.line = f.line and f.is_theirs and f.is_waiting)
    update client_import_rows r set former = null, facts = case when f.is_theirs then null else r.facts end,
      client_id = case when f.is_theirs then null else r.client_id end
    from found f where r.cabinet_id = ${db.cabinetId} and r.import_id = f.import_id and r.line = f.line
      and not (f.is_theirs and f.is_waiting)`.execute(db.tx)
}

export type ImportOfClient = {
  id: string
  file_name: string
  at: Date
  line: number
  verdict: Verdict
  facts: ImportedFacts | null
  former: Partial<ImportedColumns> | null
}

/** The lines that were of this client, oldest first. */
export async function importsOfClient(db: CabinetDb, clientId: string): Promise<ImportOfClient[]> {
  const { rows } = await sql<ImportOfClient>`
    select i.id, i.file_name, coalesce(i.started_at, i.created_at) as at, r.line, r.verdict, r.facts, r.former
    from client_import_rows r join client_imports i on i.cabinet_id = r.cabinet_id and i.id = r.import_id
    where r.cabinet_id = ${db.cabinetId} and r.client_id = ${clientId} and i.removed_at is null
    order by 3, r.line`.execute(db.tx)
  return rows
}
