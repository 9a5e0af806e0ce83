/** What imports keep of single clients, and what they may keep. */
import { sql } from 'kysely'
import type { ImportState } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readInOrder } from '../../base/look-up.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import type { Verdict } from './sql.ts'

export type Forgotten = { id: string; tel: string; email: string; card_number: number; card_track: string }

/** What a line says of a client by, and what it says. */
const theirs = ({ id, tel, email, card_number: number, card_track: track }: Forgotten) =>
  ({
    client_id: sql`${id}::uuid`,
    facts_tel: sql`${tel}`,
    facts_email: sql`lower(${email})`,
    facts_card_track: sql`${track}`,
    facts_card_number: sql`${number}::bigint`,
  }) as const

/** A line is of a client, or says this of it: what is in a column may be of somebody who is not found by it. */
const isTheirs = (client: Forgotten) =>
  Object.entries(theirs(client)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)

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

/**
 * Each by its own index: for all of it together PostgreSQL would read the lines of all imports. Of a business whose
 * lines have come lately it would even do so for each, as it takes them for a few and any index for as good; a range is
 * read in the order of its own one.
 */
async function linesNaming(db: CabinetDb, client: Forgotten): Promise<LineKey[]> {
  const named = { ...theirs(client), former_tel: sql`${client.tel}`, former_email: sql`${client.email}` }
  const any = Object.entries(named).map(([name, value]) => {
    const column = sql.ref(name)
    return sql`(select import_id, line from client_import_rows
      where cabinet_id = ${db.cabinetId} and ${column} >= ${value} and ${column} <= ${value} order by ${column})`
  })
  const { rows } = await readInOrder(db, () => sql<LineKey>`${sql.join(any, sql` union `)}`.execute(db.tx))
  return rows
}

/**
 * Lines that are still to be imported are gone; of the others only what became of them stays. Somebody else may have
 * had this phone or address before an import. Each line is asked for by its key: joined with a list of them, those of a
 * business that PostgreSQL takes for few are all read first.
 */
export async function forgetClient(db: CabinetDb, ids: readonly string[], client: Forgotten): Promise<void> {
  const lines = (await linesNaming(db, client)).filter(({ import_id: id }) => ids.includes(id))
  const areTheirs = sql`coalesce(${sql.join(isTheirs(client), sql` or `)}, false)`
  for (const { import_id: id, line } of lines) {
    const isLine = sql`cabinet_id = ${db.cabinetId} and import_id = ${id} and line = ${line}`
    await sql`delete from client_import_rows
      where ${isLine} and verdict in ('fresh', 'changing') and ${areTheirs}`.execute(db.tx)
    await sql`update client_import_rows set former = null, facts = case when ${areTheirs} then null else facts end,
        client_id = case when ${areTheirs} then null else client_id end
      where ${isLine}`.execute(db.tx)
  }
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
