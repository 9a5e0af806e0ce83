/**
 * The audit log: one row for every writing call that was answered. The server may add rows, never change or remove
 * them; of those about the open cabinet it may read who, what, about what and when.
 */
import type { Call } from '../../contract/call.ts'
import type { CabinetDb, Db, Tx } from './db.ts'

export type Via = 'session' | 'key' | 'nobody'
export type AuditRow = {
  id: string
  at: Date
  user_id: string | null
  via: Via
  call: string
  method: string
  path: string
  about_cabinet: number | null
  ip: string
  request_id: string
  status: number
}
const tables = (db: Db | Tx) => db.withTables<{ audit_log: AuditRow }>()

/** The rows, for the roles that may read them: the operator's, and the scheduler's that seals them. */
export const selectAuditLog = (tx: Tx) => tables(tx).selectFrom('audit_log').selectAll('audit_log')

/** Who did what, about what and when in the open cabinet: all that its own transactions may read of the log. */
export const selectAuditOfCabinet = (db: CabinetDb) =>
  tables(db.tx)
    .selectFrom('audit_log')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.user_id', 'audit_log.via', 'audit_log.call', 'audit_log.path'])
    .where('audit_log.about_cabinet', '=', db.cabinetId)

/** Path parameters that grant access and must not appear in the log. */
const SECRET_PARTS: ReadonlySet<string> = new Set(['code', 'hash'])

/** Path parameters that are the number of a cabinet: the caller's own, or one that the caller has no access to. */
const CABINET_PARTS = ['c', 'cabinet', 'inviterCabinetId'] as const

function cabinetOf(params: Readonly<Record<string, string | number>>): number | null {
  const number = CABINET_PARTS.map((name) => String(params[name] ?? '')).find((text) => /^\d{1,16}$/.test(text))
  return number === undefined ? null : Number(number)
}

function pathInAuditLog(one: Call, params: Readonly<Record<string, string | number>>): string {
  return one.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    SECRET_PARTS.has(name) ? `{${name}}` : String(params[name] ?? ''),
  )
}

export type Made = {
  /** `room.call` of the contract. */
  name: string
  one: Call
  params: Readonly<Record<string, string | number>>
  /** Where the path names none. */
  cabinetId: number | null
  userId: string | null
  via: Via
  ip: string
  requestId: string
  at: Date
  /** What was answered. */
  reply: unknown
}

/** The path of what was created: only the answer knows its id. */
function createdPath(one: Call, path: string, reply: unknown): string {
  if (one.method !== 'POST' || one.status !== 201 || typeof reply !== 'object' || reply === null) return path
  const { id, formKey } = reply as { id?: unknown; formKey?: unknown }
  const name = typeof formKey === 'string' ? formKey : id
  return typeof name === 'string' ? `${path}/${name}` : path
}

/** @param db the transaction of the call, where it has one */
export async function recordCall(db: Db | Tx, made: Made): Promise<void> {
  await tables(db)
    .insertInto('audit_log')
    .values({
      id: crypto.randomUUID(),
      at: made.at,
      user_id: made.userId,
      via: made.via,
      call: made.name,
      method: made.one.method,
      path: createdPath(made.one, pathInAuditLog(made.one, made.params), made.reply).slice(0, 500),
      about_cabinet: cabinetOf(made.params) ?? made.cabinetId,
      ip: made.ip,
      request_id: made.requestId,
      status: made.one.status,
    })
    .execute()
}
