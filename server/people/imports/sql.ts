import { sql, type Generated } from 'kysely'
import type { ImportChoices, ImportFile, ImportState } from '../../../contract/people/imports.ts'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readInOrder } from '../../base/look-up.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import type { GuessedReading } from './guess-reading.ts'
import type { FaultOf } from './line-facts.ts'

/** What is known of a file before anything is chosen. */
export type FileInfo = Pick<ImportFile, 'kind' | 'encoding' | 'separator' | 'sheets' | 'sheet' | 'columns' | 'asks'> & {
  guessed: GuessedReading
}
export type Verdict =
  | 'bad'
  | 'fresh'
  | 'changing'
  | 'same'
  | 'known'
  | 'archived'
  | 'added'
  | 'changed'
  | 'undone'
  | 'kept'
  | 'matched'
  | 'doubt'
/** What a change replaced, and the tags that it brought. */
export type Former = Partial<ImportedColumns> & { new_tags?: string[] | undefined }
export type Counts = Partial<Record<Verdict, number>>
export type FaultCount = { code: FaultOf['code']; lines: number }
/** With why lines were refused, and those of a CRM that are shown; both are unknown of a check by an older version. */
export type Tally = Counts & { faults?: FaultCount[] | undefined; shown?: number[] }

type ImportTables = {
  client_imports: {
    cabinet_id: number
    id: string
    made_by: string
    lang: Language
    file_name: string
    state: ImportState
    file: FileInfo
    choices: ImportChoices | null
    rows: number
    parts: number
    total: Generated<number>
    done: Generated<number>
    after_line: Generated<number>
    counts: Generated<Tally>
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
    expires_at: Date
    crm: Generated<string | null>
    cursor: Generated<string>
    stopped_by: Generated<string | null>
    /** Its lines are still being deleted: the import is not there any more. */
    removed_at: Generated<Date | null>
  }
  client_import_parts: { cabinet_id: number; import_id: string; no: number; sealed: Buffer }
  client_import_rows: {
    cabinet_id: number
    import_id: string
    line: number
    verdict: Verdict
    faults: FaultOf[]
    facts: ImportedFacts | null
    client_id: string | null
    former: Former | null
    version_after: number | null
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<ImportTables>()
const json = <T>(value: T) => JSON.stringify(value) as unknown as T
/** Those that are there. */
const all = (db: CabinetDb) =>
  tables(db).selectFrom('client_imports').where('cabinet_id', '=', db.cabinetId).where('removed_at', 'is', null)
const rowsOf = (db: CabinetDb, id: string) =>
  tables(db).selectFrom('client_import_rows').where('cabinet_id', '=', db.cabinetId).where('import_id', '=', id)

const one = (db: CabinetDb, id: string) => all(db).selectAll().where('id', '=', id)
export type ImportRow = NonNullable<Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirst']>>>
export type LineRow = Pick<
  ImportTables['client_import_rows'],
  'line' | 'verdict' | 'faults' | 'facts' | 'client_id' | 'former' | 'version_after'
>

type NewImport = Omit<
  ImportTables['client_imports'],
  | 'cabinet_id'
  | 'total'
  | 'done'
  | 'after_line'
  | 'removed_at'
  | 'counts'
  | 'choices'
  | 'started_at'
  | 'ended_at'
  | 'crm'
  | 'cursor'
  | 'stopped_by'
> & { crm?: string }

export async function insertImport(db: CabinetDb, row: NewImport, parts: readonly Buffer[]): Promise<void> {
  await tables(db)
    .insertInto('client_imports')
    .values({ cabinet_id: db.cabinetId, ...row, file: json(row.file) })
    .execute()
  for (const [no, sealed] of parts.entries()) await insertPart(db, row.id, no, sealed)
}

export async function insertPart(db: CabinetDb, id: string, no: number, sealed: Buffer): Promise<void> {
  await tables(db)
    .insertInto('client_import_parts')
    .values({ cabinet_id: db.cabinetId, import_id: id, no, sealed })
    .execute()
}

/** Of two people who begin to read at the same time, one waits for the other until the end of the transaction. */
export async function lockStaging(db: CabinetDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staging', ${db.cabinetId}))`.execute(db.tx)
}

export const openStaging = (db: CabinetDb): Promise<ImportRow | undefined> =>
  all(db)
    .selectAll()
    .where('state', 'in', ['reading', 'unread'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export function findImport(db: CabinetDb, id: string): Promise<ImportRow | undefined> {
  return one(db, id).executeTakeFirst()
}

/** Locks the row: of two workers and of two people at the same time one waits for the other. */
export function lockImport(db: CabinetDb, id: string): Promise<ImportRow | undefined> {
  return one(db, id).forUpdate().executeTakeFirst()
}

export async function listImports(db: CabinetDb, page: Slice): Promise<{ rows: ImportRow[]; total: number }> {
  const rows = await all(db)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(all(db)) }
}

/** Those that work goes on for, and those that ended since then. */
export function recentImports(db: CabinetDb, since: Date): Promise<ImportRow[]> {
  return all(db)
    .selectAll()
    .where((at) =>
      at.or([at('state', 'in', ['reading', 'checking', 'running', 'undoing']), at('ended_at', '>=', since)]),
    )
    .execute()
}

type Change = Partial<Omit<ImportRow, 'cabinet_id' | 'id' | 'file'>>

export async function updateImport(db: CabinetDb, id: string, { choices, counts, ...change }: Change): Promise<void> {
  await tables(db)
    .updateTable('client_imports')
    .set({ ...change, ...(choices && { choices: json(choices) }), ...(counts && { counts: json(counts) }) })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function partOf(db: CabinetDb, id: string, no: number): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('client_import_parts')
    .select('sealed')
    .where('cabinet_id', '=', db.cabinetId)
    .where('import_id', '=', id)
    .where('no', '=', no)
    .executeTakeFirst()
  return row?.sealed
}

export async function insertRows(
  db: CabinetDb,
  id: string,
  rows: readonly Pick<LineRow, 'line' | 'verdict' | 'faults' | 'facts' | 'client_id'>[],
): Promise<void> {
  await sql`insert into client_import_rows (cabinet_id, import_id, line, verdict, faults, facts, client_id)
    select ${db.cabinetId}, ${id}, line, verdict, faults, facts, client_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      given (line int, verdict text, faults jsonb, facts jsonb, client_id uuid)
    on conflict do nothing`.execute(db.tx)
}

/** The statement has a list of the lines: PostgreSQL would rather read all lines of the file beside them. */
export async function settleRows(
  db: CabinetDb,
  id: string,
  rows: readonly Pick<LineRow, 'line' | 'verdict' | 'faults' | 'client_id' | 'former' | 'version_after'>[],
): Promise<void> {
  await sql`update client_import_rows r set verdict = given.verdict, faults = given.faults,
      client_id = given.client_id, former = given.former, version_after = given.version_after, facts = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      given (line int, verdict text, faults jsonb, client_id uuid, former jsonb, version_after int)
    where r.cabinet_id = ${db.cabinetId} and r.import_id = ${id} and r.line = given.line
      and r.line = any(${rows.map(({ line }) => line)}::int[])`.execute(db.tx)
}

export function nextRows(
  db: CabinetDb,
  id: string,
  { verdicts, afterLine, limit }: { verdicts: readonly Verdict[]; afterLine: number; limit: number },
): Promise<LineRow[]> {
  const page = rowsOf(db, id)
    .selectAll()
    .where('verdict', 'in', [...verdicts])
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
  return readInOrder(db, () => page.execute())
}

export function rowsAt(db: CabinetDb, id: string, lines: readonly number[]): Promise<LineRow[]> {
  return rowsOf(db, id)
    .selectAll()
    .where('line', 'in', [...lines])
    .orderBy('line')
    .execute()
}

/** So many lines are read by one statement. */
const COUNTED = 20_000

/** Statement by statement: all lines of a long file took one of them 400 ms on a busy machine. */
export async function countVerdicts(db: CabinetDb, id: string): Promise<Counts> {
  const { last } = await rowsOf(db, id)
    .select((of) => of.fn.max('line').as('last'))
    .executeTakeFirstOrThrow()
  const counts: Counts = {}
  for (let after = 0; after < (last ?? 0); after += COUNTED) {
    const rows = await rowsOf(db, id)
      .select(['verdict', (of) => of.fn.countAll<number>().as('lines')])
      .where((of) => of.between('line', after + 1, after + COUNTED))
      .groupBy('verdict')
      .execute()
    for (const { verdict, lines } of rows) counts[verdict] = (counts[verdict] ?? 0) + lines
  }
  return counts
}

export async function countFaults(db: CabinetDb, id: string): Promise<FaultCount[]> {
  const { rows } = await sql<FaultCount>`
    select fault ->> 'code' as code, count(distinct line)::int as lines
    from client_import_rows, jsonb_array_elements(faults) fault
    where cabinet_id = ${db.cabinetId} and import_id = ${id} and verdict in ('bad', 'doubt')
    group by 1 order by 2 desc, 1`.execute(db.tx)
  return rows
}

/** The highest card number that the lines bring, but for those in a range; an index has them. Null: there is none. */
export async function highestNewNumber(
  db: CabinetDb,
  id: string,
  but: { from: number; to: number } | null,
): Promise<number | null> {
  const found = (limits: ReturnType<typeof sql>) => sql`(select new_number from client_import_rows
    where cabinet_id = ${db.cabinetId} and import_id = ${id} and new_number is not null and ${limits}
    order by new_number desc limit 1)`
  const outside = but
    ? sql`${found(sql`new_number < ${but.from}`)} union all ${found(sql`new_number > ${but.to}`)}`
    : found(sql`true`)
  const { rows } = await sql<{ number: number | null }>`
    select max(new_number)::int8 as number from (${outside}) found`.execute(db.tx)
  return rows[0]?.number ?? null
}

const keptOf = (db: CabinetDb, id: string) => rowsOf(db, id).where('verdict', '=', 'kept')

export function keptRows(
  db: CabinetDb,
  id: string,
  { limit, offset }: Slice,
): Promise<{ line: number; client_id: string | null }[]> {
  const page = keptOf(db, id).select(['line', 'client_id']).orderBy('line').limit(limit).offset(offset)
  return readInOrder(db, () => page.execute())
}

export const countKept = (db: CabinetDb, id: string): Promise<number> => countRows(keptOf(db, id))

/** Whether an import is making cards of a design now. */
export async function isRunningWith(db: CabinetDb, templateId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from client_imports
    where cabinet_id = ${db.cabinetId} and state = 'running' and choices ->> 'template' = ${templateId}) as is`.execute(
    db.tx,
  )
  return rows[0]?.is ?? false
}
