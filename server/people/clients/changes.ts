/** Which clients have changed, in the order in which it became visible. Kept by triggers (0250-client-changes.sql). */
import { changes as contract } from '../../../contract/people/changes.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './changes-sql.ts'

const refuse = refusals(contract)
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type ChangesPage = { ids: string[]; next: string; hasMore: boolean }

const textOf = ({ transaction, clientId }: sql.Place) => `${transaction}_${clientId}`

/**
 * @param after undefined: nothing yet, and the place of now
 * @throws Refusal changes_forgotten for a place before what is kept, or of another installation
 */
export async function changesAfter(db: CabinetDb, after: string | undefined, limit: number): Promise<ChangesPage> {
  const { open, last, dropped } = await sql.readBounds(db)
  if (after === undefined)
    return { ids: [], next: textOf({ transaction: String(BigInt(open) - 1n), clientId: LAST_ID }), hasMore: false }
  const [transaction = '', clientId = ''] = after.split('_')
  // In a database that was restored elsewhere, transactions are counted anew.
  if (BigInt(transaction) < BigInt(dropped) || BigInt(transaction) > BigInt(last)) throw refuse('changes_forgotten')
  const rows = await sql.changesAfter(db, { transaction, clientId }, open, limit)
  const newest = rows.at(-1)
  return {
    ids: [...new Set(rows.map((row) => row.clientId))],
    next: newest ? textOf(newest) : after,
    hasMore: rows.length === limit,
  }
}
