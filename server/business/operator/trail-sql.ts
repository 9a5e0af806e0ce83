/** The trail of writing calls as the operator reads it: by pages that begin where the last one ended. */
import type { Tx } from '../../base/db.ts'

type TrailTables = {
  audit_log: {
    id: string
    at: Date
    user_id: string | null
    via: 'session' | 'key' | 'nobody'
    call: string
    method: string
    path: string
    about_cabinet: number | null
    ip: string
    request_id: string
    status: number
  }
  users: { id: string; name: string; surname: string; email: string; email_key: string }
  cabinets: { id: number; name: string }
}

const trail = (tx: Tx) =>
  tx
    .withTables<TrailTables>()
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .leftJoin('cabinets', 'cabinets.id', 'audit_log.about_cabinet')
    .selectAll('audit_log')
    .select(['users.name', 'users.surname', 'users.email', 'cabinets.name as cabinet_name'])
export type TrailRow = Awaited<ReturnType<ReturnType<typeof trail>['execute']>>[number]

export type TrailFilter = {
  /** Folded as addresses are compared. */
  emailKey?: string | undefined
  cabinetId?: number | undefined
  call?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  before?: { at: Date; id: string } | undefined
  limit: number
}

/** The latest first. */
export function trailRows(
  tx: Tx,
  { emailKey, cabinetId, call, from, until, before, limit }: TrailFilter,
): Promise<TrailRow[]> {
  let rows = trail(tx)
  if (emailKey !== undefined)
    rows = rows.where('audit_log.user_id', '=', (of) =>
      of.selectFrom('users as someone').select('someone.id').where('someone.email_key', '=', emailKey),
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
