/** What imports keep of single clients, and what they may keep. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import type { Verdict } from './sql.ts'

export type Forgotten = { id: string; tel: string; email: string; card_number: number; card_track: string }

/** A line says this of a client: what is in a column may be of somebody who is not found by it. */
const names = ({ tel, email, card_number: number, card_track: track }: Forgotten) => sql<boolean>`(
  nullif(facts ->> 'tel', '') = ${tel} or nullif(lower(facts ->> 'email'), '') = lower(${email})
  or nullif(facts ->> 'card_track', '') = ${track} or (facts ->> 'card_number')::bigint = ${number})`

/** Any file may have the client in it, also in lines that were not understood. */
export async function dropFiles(db: CabinetDb): Promise<void> {
  await sql`delete from client_imports
    where cabinet_id = ${db.cabinetId} and state in ('reading', 'unread', 'ready', 'checking', 'checked')`.execute(
    db.tx,
  )
  await sql`delete from client_import_parts where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  await sql`update client_imports set parts = 0, file = jsonb_set(file, '{columns}', '[]')
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
}

export async function countFiles(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(distinct import_id)::int as files from client_import_parts
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0]?.files ?? 0
}

/** Lines that are still to be imported are gone; of the others only what became of them stays. */
export async function forgetClient(db: CabinetDb, client: Forgotten): Promise<void> {
  await sql`delete from client_import_rows where cabinet_id = ${db.cabinetId}
      and verdict in ('fresh', 'changing') and (client_id = ${client.id} or ${names(client)})`.execute(db.tx)
  await sql`update client_import_rows set client_id = null, facts = null, former = null
    where cabinet_id = ${db.cabinetId} and (client_id = ${client.id} or ${names(client)})`.execute(db.tx)
  // Somebody else may have had this phone or address before an import.
  await sql`update client_import_rows set former = null
    where cabinet_id = ${db.cabinetId} and former is not null
      and (nullif(former ->> 'tel', '') = ${client.tel} or nullif(former ->> 'email', '') = ${client.email})
    `.execute(db.tx)
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
    where r.cabinet_id = ${db.cabinetId} and r.client_id = ${clientId}
    order by 3, r.line`.execute(db.tx)
  return rows
}
