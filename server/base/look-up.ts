import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from './db.ts'

/**
 * For the rest of the transaction: rows of a large account are looked up one by one where few are asked for. As memory
 * has them, that costs little more than reading them in turn; PostgreSQL would rather read all wallets of the account
 * beside a thousand clients.
 */
export async function lookUpRows(db: CabinetDb): Promise<void> {
  await sql`select set_config('random_page_cost', '1.1', true)`.execute(db.tx)
}

/** Few of many are read: PostgreSQL looks those up. */
export async function lookUpFew<T>(db: CabinetDb, statement: RawBuilder<T>): Promise<T[]> {
  // They go in one trip, in this order.
  const [, { rows }] = await Promise.all([lookUpRows(db), statement.execute(db.tx)])
  return rows
}

/**
 * Reads a page in the order of an index, and no further. Of rows that have come lately PostgreSQL knows too little: it
 * takes them for a few, reads all of them and sorts.
 */
export async function readInOrder<T>(db: CabinetDb, page: () => Promise<T>): Promise<T> {
  const sorts = (value: 'on' | 'off') => sql`select set_config('enable_sort', ${value}, true)`.execute(db.tx)
  // They go in one trip, in this order.
  const [, rows] = await Promise.all([sorts('off'), page(), sorts('on')])
  return rows
}
