/** Seals over the audit log and the results of their checks. */
import { type AuditRow, selectAuditLog } from '../../base/audit.ts'
import type { Tx } from '../../base/db.ts'
import type { AuditLogFault } from '../../../contract/business/operated.ts'

type SealTables = {
  audit_seals: { number: number; sealed_at: Date; rows: number; mac: string }
  audit_sealed: { row_id: string; seal: number }
  audit_checks: { id: string; at: Date; rows: number; fault: AuditLogFault | null; seal: number | null }
}
export type LoggedRow = AuditRow
export type SealRow = SealTables['audit_seals']
export type CheckRow = SealTables['audit_checks']

const tables = (tx: Tx) => tx.withTables<SealTables>()

export async function latestSeal(tx: Tx): Promise<SealRow | undefined> {
  return tables(tx).selectFrom('audit_seals').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

const unsealed = (tx: Tx) =>
  tables(tx)
    .selectFrom(selectAuditLog(tx).as('audit_log'))
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('audit_sealed').select('row_id').whereRef('row_id', '=', 'audit_log.id')),
      ),
    )

/** Rows that no seal has yet, the oldest first. */
export function rowsToSeal(tx: Tx, since: Date, limit: number): Promise<LoggedRow[]> {
  return unsealed(tx).selectAll('audit_log').where('at', '>=', since).orderBy('at').orderBy('id').limit(limit).execute()
}

/** Is there a row that should have been sealed by then? */
export async function isUnsealed(tx: Tx, until: Date): Promise<boolean> {
  return (await unsealed(tx).select('id').where('at', '<', until).limit(1).executeTakeFirst()) !== undefined
}

export async function insertSeal(tx: Tx, seal: SealRow, rowIds: readonly string[]): Promise<void> {
  await tables(tx).insertInto('audit_seals').values(seal).execute()
  await tables(tx)
    .insertInto('audit_sealed')
    .values(rowIds.map((row_id) => ({ row_id, seal: seal.number })))
    .execute()
}

export function sealsAfter(tx: Tx, number: number, limit: number): Promise<SealRow[]> {
  return tables(tx)
    .selectFrom('audit_seals')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
}

export function rowsOfSeal(tx: Tx, number: number): Promise<LoggedRow[]> {
  return tables(tx)
    .selectFrom(selectAuditLog(tx).as('audit_log'))
    .innerJoin('audit_sealed', 'row_id', 'audit_log.id')
    .selectAll('audit_log')
    .where('seal', '=', number)
    .execute()
}

export async function insertCheck(tx: Tx, check: CheckRow): Promise<void> {
  await tables(tx).insertInto('audit_checks').values(check).execute()
}

export async function latestCheck(tx: Tx): Promise<CheckRow | undefined> {
  return tables(tx)
    .selectFrom('audit_checks')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
