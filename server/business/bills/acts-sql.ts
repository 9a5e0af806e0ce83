import type { CabinetDb, Tx } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { selectCabinetIds } from '../../platform/cabinets/cabinets.ts'
import { type ActRow, stored, tables } from './tables.ts'

export async function insertAct(db: CabinetDb, row: Omit<ActRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('acts')
    .values({ cabinet_id: db.cabinetId, month: row.month, ...stored(row) })
    .execute()
}

const ofActs = (db: CabinetDb) => tables(db.tx).selectFrom('acts').where('cabinet_id', '=', db.cabinetId)

export function actById(db: CabinetDb, id: string): Promise<ActRow | undefined> {
  return ofActs(db).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function actPage(db: CabinetDb, { limit, offset }: { limit: number; offset: number }) {
  const rows = await ofActs(db).selectAll().orderBy('month', 'desc').limit(limit).offset(offset).execute()
  return { rows, total: await countRows(ofActs(db)) }
}

/** Acts of the months of a year. */
export function actsOfYear(db: CabinetDb, year: number): Promise<ActRow[]> {
  return ofActs(db)
    .selectAll()
    .where('month', '>=', `${year}-01-01`)
    .where('month', '<=', `${year}-12-31`)
    .orderBy('month')
    .execute()
}

/** Cabinets whose acts up to `month` have not been looked for. */
export async function cabinetsWithoutActs(tx: Tx, month: string, after: number, limit: number): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom(selectCabinetIds(tx).as('cabinets'))
    .leftJoin('act_rounds', 'act_rounds.cabinet_id', 'cabinets.id')
    .select('cabinets.id')
    .where('cabinets.id', '>', after)
    .where((where) => where.or([where('through', 'is', null), where('through', '<', month)]))
    .orderBy('cabinets.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The month up to which acts have been looked for; null before the first round. */
export async function readRound(db: CabinetDb): Promise<string | null> {
  const row = await tables(db.tx)
    .selectFrom('act_rounds')
    .select('through')
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.through ?? null
}

export async function setRound(db: CabinetDb, through: string): Promise<void> {
  await tables(db.tx)
    .insertInto('act_rounds')
    .values({ cabinet_id: db.cabinetId, through })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet({ through }))
    .execute()
}
