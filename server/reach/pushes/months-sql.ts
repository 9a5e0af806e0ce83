/** The tables of months, in which messages lie. The functions run with the rights of the owner of the database. */
import { sql } from 'kysely'
import type { Tx } from '../../base/db.ts'

/**
 * A table for the month of that time. Waits for locks 50 ms at a time, and is refused then.
 * @param tx of scheduled work over all businesses
 */
export async function makeMonth(tx: Tx, at: Date): Promise<void> {
  await sql`select make_message_month(${at})`.execute(tx)
}

/**
 * Drops the oldest month that ended before that time, if all of its runs had ended by then; never one of the last three
 * months. Waits as `makeMonth` does.
 * @returns the name of its table; null where there is none
 */
export async function dropMonth(tx: Tx, before: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select drop_message_month(${before}) as name`.execute(tx)
  return rows[0]?.name ?? null
}
