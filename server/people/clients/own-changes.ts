/** How much of a client's amounts was changed here, and not by a CRM. */
import { sql } from 'kysely'
import type { AmountKind } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { tables } from './sql.ts'

/** @returns what was added to each amount since; below zero: taken */
export async function amountsChangedHere(
  db: CabinetDb,
  clientId: string,
  since: Date,
): Promise<Record<AmountKind, number>> {
  const sums = await tables(db)
    .selectFrom('balance_events')
    .select(['kind', sql<number>`sum(delta)::bigint`.as('delta')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('at', '>', since)
    .where('source', '!=', 'crm')
    .groupBy('kind')
    .execute()
  const of = (kind: AmountKind) => Number(sums.find((one) => one.kind === kind)?.delta ?? 0)
  return { balance: of('balance'), bonus: of('bonus'), discount: of('discount') }
}
