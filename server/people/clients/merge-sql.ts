import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientTables, type MergedFacts, tables } from './sql.ts'

export type MergeRow = ClientTables['client_merges']

const json = (facts: MergedFacts) => JSON.stringify(facts) as unknown as MergedFacts

export async function insertMerge(
  db: CabinetDb,
  { kept_before, kept_after, gone_before, ...row }: Omit<MergeRow, 'cabinet_id' | 'undone_at'>,
): Promise<void> {
  await tables(db)
    .insertInto('client_merges')
    .values({
      cabinet_id: db.cabinetId,
      ...row,
      kept_before: json(kept_before),
      kept_after: json(kept_after),
      gone_before: json(gone_before),
      undone_at: null,
    })
    .execute()
}

export function openMerge(db: CabinetDb, keptId: string, goneId: string): Promise<MergeRow | undefined> {
  return tables(db)
    .selectFrom('client_merges')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('kept_id', '=', keptId)
    .where('gone_id', '=', goneId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

export async function endMerge(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('client_merges')
    .set({ undone_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export type MergedClient = { id: string; name: string; surname: string; card_number: number; at: Date }

/** Who was merged into a client. */
export async function mergedInto(db: CabinetDb, keptId: string): Promise<MergedClient[]> {
  const { rows } = await sql<MergedClient>`
    select c.id, c.name, c.surname, c.card_number, m.at from clients c
    join client_merges m on m.cabinet_id = c.cabinet_id and m.gone_id = c.id and m.undone_at is null
    where c.cabinet_id = ${db.cabinetId} and c.merged_into = ${keptId} order by m.at desc`.execute(db.tx)
  return rows
}

/** The cards of clients who were merged into these. */
export async function idsMergedInto(db: CabinetDb, keptIds: readonly string[]): Promise<string[]> {
  if (keptIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('merged_into', 'in', [...keptIds])
    .execute()
  return rows.map((row) => row.id)
}

/** The numbers of the cards of these clients, by client. */
export async function cardNumbersOf(db: CabinetDb, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; number: number }>`select id, card_number as number from clients
    where cabinet_id = ${db.cabinetId} and id = any(${ids}::uuid[])`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, row.number]))
}

/** The client, and those who were merged into it: together they are one person. */
export const idsOfPerson = async (db: CabinetDb, clientId: string): Promise<string[]> => [
  clientId,
  ...(await idsMergedInto(db, [clientId])),
]

/** Whose row has this phone now. */
export function ownerOfTel(db: CabinetDb, tel: string): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('tel', '=', tel)
    .executeTakeFirst()
}
