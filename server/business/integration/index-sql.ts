/** Who has which phone in a system that cannot be searched by phone, and what else its connector remembers. */
import { type Generated, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type IndexRow = { crm_id: string; phone: string; card: string; email: string }
type Tables = {
  crm_index: { cabinet_id: number } & IndexRow
  crm_index_places: { cabinet_id: number; place: string; kept: Generated<string> }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export async function indexPlace(db: CabinetDb): Promise<string> {
  const row = await tables(db)
    .selectFrom('crm_index_places')
    .select('place')
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.place ?? ''
}

const keptRow = (db: CabinetDb) =>
  tables(db).selectFrom('crm_index_places').select('kept').where('cabinet_id', '=', db.cabinetId)

/** Values by name, as JSON. */
export const readKept = async (db: CabinetDb): Promise<string> => (await keptRow(db).executeTakeFirst())?.kept ?? '{}'

/** Until the end of the transaction nobody else changes them. */
export async function lockKept(db: CabinetDb): Promise<string> {
  await tables(db)
    .insertInto('crm_index_places')
    .values({ cabinet_id: db.cabinetId, place: '' })
    .onConflict((conflict) => conflict.column('cabinet_id').doNothing())
    .execute()
  return (await keptRow(db).forUpdate().executeTakeFirstOrThrow()).kept
}

export async function setKept(db: CabinetDb, kept: string): Promise<void> {
  await tables(db).updateTable('crm_index_places').set({ kept }).where('cabinet_id', '=', db.cabinetId).execute()
}

export async function keepInIndex(db: CabinetDb, rows: readonly IndexRow[], place: string): Promise<void> {
  if (rows.length > 0)
    await tables(db)
      .insertInto('crm_index')
      .values(rows.map((row) => ({ cabinet_id: db.cabinetId, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['cabinet_id', 'crm_id']).doUpdateSet({
          phone: sql.ref('excluded.phone'),
          card: sql.ref('excluded.card'),
          email: sql.ref('excluded.email'),
        }),
      )
      .execute()
  await tables(db)
    .insertInto('crm_index_places')
    .values({ cabinet_id: db.cabinetId, place })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet({ place }))
    .execute()
}

/** Blank parts find nobody. Three look-ups by an index each, instead of one that reads all. */
export async function findInIndex(
  db: CabinetDb,
  { phone, card, email }: Omit<IndexRow, 'crm_id'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ crm_id: string }>`
    (select crm_id from crm_index
      where cabinet_id = ${db.cabinetId} and phone = ${phone} and phone <> '' limit ${limit})
    union
    (select crm_id from crm_index where cabinet_id = ${db.cabinetId} and card = ${card} and card <> '' limit ${limit})
    union
    (select crm_id from crm_index where cabinet_id = ${db.cabinetId} and email = ${email} and email <> ''
      limit ${limit})`.execute(db.tx)
  return rows.map((row) => row.crm_id)
}

/** From then on nobody is looked for among those who are kept. */
export async function forgetPlaceOfIndex(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_index_places').where('cabinet_id', '=', db.cabinetId).execute()
}

export async function forgetInIndex(db: CabinetDb, crmId: string): Promise<void> {
  await tables(db).deleteFrom('crm_index').where('cabinet_id', '=', db.cabinetId).where('crm_id', '=', crmId).execute()
}
