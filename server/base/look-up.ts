import { sql } from 'kysely'
import type { CabinetDb } from './db.ts'

/**
 * For the rest of the transaction: rows of a large account are looked up one by one where few are asked for. As memory
 * has them, that costs little more than reading them in turn; PostgreSQL would rather read all wallets of the account
 * beside a thousand clients.
 */
export async function lookUpRows(db: CabinetDb): Promise<void> {
  await sql`select set_config('random_page_cost', '1.1', true)`.execute(db.tx)
}
