/** What imports keep of single clients, and what they may keep. */
import { sql } from 'kysely'
import type { ImportState } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import type { Verdict } from './sql.ts'

export type Forgotten = { id: string; tel: string; email: string; card_number: number; card_track: string }

/** A line is of a client, or says this of it: what is in a column may be of somebody who is not found by it. */
const isTheirs = ({ id, tel, email, card_number: number, card_track: track }: Forgotten) => [
  sql`client_id = ${id}`,
  sql`facts_tel = ${tel}`,
  sql`facts_email = lower(${email})`,
  sql`facts_card_track = ${track}`,
  sql`facts_card_number = ${number}`,
]

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

type LineKey = { import_id: string; line: number }

/** Each by its own index: for all of it together PostgreSQL would read the lines of all imports. */
async function linesNaming(db: CabinetDb, client: Forgotten): Promise<LineKey[]> {
  const any = [...isTheirs(client), sql`former_tel = ${client.tel}`, sql`former_email = ${client.email}`].map(
    (one) => sql`select import_id, line from client_import_rows where cabinet_id = ${db.cabinetId} and ${one}`,
  )
  const { rows } = await sql<LineKey>`${sql.join(any, sql` union `)}`.execute(db.tx)
  return rows
}

/**
 * Lines that are still to be imported are gone; of the others only what became of them stays. Somebody else may have
 * had this phone or address before an import.
 */
export async function forgetClient(db: CabinetDb, ids: readonly string[], client: Forgotten): Promise<void> {
  const lines = (await linesNaming(db, client)).filter(({ import_id: id }) => ids.includes(id))
  if (lines.length === 0) return
  await sql`
    with named as (
      select * from unnest(${lines.map((one) => one.import_id)}::uuid[], ${lines.map(({ line }) => line)}::int[])
        as named (import_id, line)),
    found as materialized (
      select r.import_id, r.line, verdict in ('fresh', 'changing') as is_waiting,
        coalesce(${sql.join(isTheirs(client), sql` or `)}, false) as is_theirs
      from named n join client_import_rows r on r.cabinet_id = ${db.cabinetId}
        and r.import_id = n.import_id and r.line = n.line
      order by r.import_id, r.line for update of r),
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
