/** The audit log as the operator reads it: in pages that start where the last one ended. */
import type { AuditCursor } from '../../base/audit-pages.ts'
import type { Tx } from '../../base/db.ts'
import { selectAuditLog } from '../../base/audit.ts'
import { selectCabinets } from '../../platform/cabinets/cabinets.ts'
import { selectPeople } from '../../platform/users/users.ts'

const auditLog = (tx: Tx) =>
  tx
    .selectFrom(selectAuditLog(tx).as('audit_log'))
    .leftJoin(selectPeople(tx, ['id', 'name', 'surname', 'email']).as('users'), 'users.id', 'audit_log.user_id')
    .leftJoin(selectCabinets(tx).as('cabinets'), 'cabinets.id', 'audit_log.about_cabinet')
    .selectAll('audit_log')
    .select(['users.name', 'users.surname', 'users.email', 'cabinets.name as cabinet_name'])
export type AuditLogRow = Awaited<ReturnType<ReturnType<typeof auditLog>['execute']>>[number]

export type AuditLogFilter = {
  /** As addresses are compared. */
  emailKey?: string | undefined
  cabinetId?: number | undefined
  call?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  before?: AuditCursor | undefined
  limit: number
}

/** The latest first. */
export function auditLogRows(
  tx: Tx,
  { emailKey, cabinetId, call, from, until, before, limit }: AuditLogFilter,
): Promise<AuditLogRow[]> {
  let rows = auditLog(tx)
  if (emailKey !== undefined)
    rows = rows.where(
      'audit_log.user_id',
      '=',
      tx
        .selectFrom(selectPeople(tx, ['id', 'email_key']).as('someone'))
        .select('someone.id')
        .where('someone.email_key', '=', emailKey),
    )
  if (cabinetId !== undefined) rows = rows.where('audit_log.about_cabinet', '=', cabinetId)
  if (call !== undefined) rows = rows.where('audit_log.call', '=', call)
  if (from) rows = rows.where('audit_log.at', '>=', from)
  if (until) rows = rows.where('audit_log.at', '<', until)
  if (before)
    rows = rows.where((where) =>
      where(where.refTuple('audit_log.at', 'audit_log.id'), '<', where.tuple(before.at, before.id)),
    )
  return rows.orderBy('audit_log.at', 'desc').orderBy('audit_log.id', 'desc').limit(limit).execute()
}
