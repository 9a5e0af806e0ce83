/** Who did what: the audit log. */
import { ALL_ROOMS } from '../../../contract/all.ts'
import type { Call } from '../../../contract/call.ts'
import type { AuditLogRow } from '../../../contract/business/operated.ts'
import { DAY_MS, moscowMidnight } from '../../../contract/time.ts'
import { auditCursorOf, cutAuditPage } from '../../base/audit-pages.ts'
import type { Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { emailKey, fullName } from '../../platform/users/users.ts'
import * as sql from './audit-log-sql.ts'

/** Calls that leave a row, by name. */
export function auditLogCalls(): { call: string }[] {
  const rooms: [string, Readonly<Record<string, Call>>][] = Object.entries(ALL_ROOMS)
  const names = rooms.flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, one]) => (one.writes ? [`${room}.${name}`] : [])),
  )
  return names.sort().map((call) => ({ call }))
}

function reply(row: sql.AuditLogRow): AuditLogRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    via: row.via,
    call: row.call,
    method: row.method,
    path: row.path,
    ip: row.ip,
    requestId: row.request_id,
    // The row stays after its user is deleted.
    user: row.user_id === null ? null : { id: row.user_id, name: fullName(row), email: row.email ?? '' },
    cabinet:
      row.about_cabinet === null || row.cabinet_name === null
        ? null
        : { id: row.about_cabinet, name: row.cabinet_name },
  }
}

/** The latest rows about one cabinet. */
export async function auditLogOf(tx: Tx, cabinetId: number, limit: number): Promise<AuditLogRow[]> {
  return (await sql.auditLogRows(tx, { cabinetId, limit })).map(reply)
}

export type AuditLogQuery = {
  email: string
  cabinet?: number | undefined
  call: string
  day: string
  limit: number
  before: string
}

export async function listAuditLog(
  app: App,
  query: AuditLogQuery,
): Promise<{ rows: AuditLogRow[]; before: string | null }> {
  const from = query.day === '' ? undefined : moscowMidnight(query.day)
  const found = await app.database.asOperator((tx) =>
    sql.auditLogRows(tx, {
      emailKey: query.email === '' ? undefined : emailKey(query.email),
      cabinetId: query.cabinet,
      call: query.call || undefined,
      from,
      until: from && new Date(from.getTime() + DAY_MS),
      before: auditCursorOf(query.before),
      limit: query.limit + 1,
    }),
  )
  const { rows, before } = cutAuditPage(found, query.limit)
  return { rows: rows.map(reply), before }
}
