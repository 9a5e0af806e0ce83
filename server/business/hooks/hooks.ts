/** The address of a business to which changed clients are sent, and how far it has got. */
import { type Hook, HOOK_FAILING_DAYS, type HookFailure } from '../../../contract/business/hooks.ts'
import { DAY_MS, MINUTE_MS, moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { newToken } from '../../base/crypto.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { readAddress } from '../../base/outbound/address.ts'
import { refuseAny } from '../../base/refusal.ts'
import { changesAfter } from '../../people/clients/clients.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import * as sql from './sql.ts'

/** After the first, second, … failure; then always the last. */
const WAITS_MINUTES = [1, 2, 5, 10, 30, 60]

const placeOfSecret = (db: CabinetDb, id: string) => ({
  cabinetId: db.cabinetId,
  table: 'client_hooks',
  column: 'sealed_secret',
  row: id,
})
export const placesOf = ({ outside }: App) => ({
  trusted: outside.crm.trustedPlaces,
  relays: outside.crm.relays ?? [],
  publicToo: {},
})
const placeOfNow = async (db: CabinetDb) => (await changesAfter(db, undefined, 1)).next

function hookReply(row: sql.HookRow): Hook {
  return {
    url: row.url,
    state: row.next_at === null ? 'stopped' : row.failures > 0 ? 'retrying' : 'active',
    connectedAt: row.connected_at.toISOString(),
    sent: row.sent,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    failure:
      row.failure === null || row.failing_since === null
        ? null
        : {
            reason: row.failure,
            status: row.status,
            since: row.failing_since.toISOString(),
            count: row.failures,
            nextAt: row.next_at?.toISOString() ?? null,
          },
  }
}

export async function readHook(db: CabinetDb): Promise<{ hook: Hook | null }> {
  const row = await sql.hookOf(db)
  return { hook: row ? hookReply(row) : null }
}

/** @throws Refusal invalid_input for one that we may not ask */
export async function connectHook(app: App, db: CabinetDb, url: string): Promise<{ hook: Hook; secret: string }> {
  const address = readAddress(url, placesOf(app))
  if ('reason' in address) throw refuseAny('invalid_input', {}, { url: { code: 'link_address' } })
  const [id, secret, now] = [crypto.randomUUID(), `hs_${newToken()}`, app.clock.now()]
  await sql.deleteHook(db)
  const row: sql.HookRow = {
    id,
    url,
    sealed_secret: app.keys.seal(secret, placeOfSecret(db, id)),
    place: await placeOfNow(db),
    connected_at: now,
    sent: 0,
    last_sent_at: null,
    failures: 0,
    failing_since: null,
    failure: null,
    status: null,
    next_at: now,
  }
  await sql.insertHook(db, row)
  return { hook: hookReply(row), secret }
}

/** @throws Refusal not_found */
export async function restartHook(app: App, db: CabinetDb): Promise<{ hook: Hook }> {
  const row = await sql.hookOf(db)
  if (!row) throw refuseAny('not_found')
  const isForgotten = row.failure === 'forgotten'
  const change = {
    next_at: app.clock.now(),
    // Three more days before it is stopped again.
    failing_since: row.failure === null || isForgotten ? null : app.clock.now(),
    ...(isForgotten && { place: await placeOfNow(db), failure: null, status: null, failures: 0 }),
  }
  await sql.updateHook(db, row, change)
  return { hook: hookReply({ ...row, ...change }) }
}

/** @throws Refusal not_found */
export async function removeHook(db: CabinetDb): Promise<void> {
  if (!(await sql.deleteHook(db))) throw refuseAny('not_found')
}

export type DueHook = { id: string; url: string; secret: string; place: string }

/** The address, when something may be sent to it now. */
export async function dueHook(app: App, db: CabinetDb): Promise<DueHook | undefined> {
  const row = await sql.hookOf(db)
  if (!row || row.next_at === null || row.next_at > app.clock.now()) return undefined
  const secret = app.keys.open(row.sealed_secret, placeOfSecret(db, row.id)).toString()
  return { id: row.id, url: row.url, secret, place: row.place }
}

/** @returns false when somebody else has sent the same meanwhile, or the address was changed */
export async function noteTaken(
  app: App,
  db: CabinetDb,
  { id, place }: DueHook,
  next: string,
  count: number,
): Promise<boolean> {
  const row = await sql.hookOf(db)
  const now = app.clock.now()
  const well = { failures: 0, failing_since: null, failure: null, status: null }
  return sql.updateHook(
    db,
    { id, place },
    { place: next, sent: (row?.sent ?? 0) + count, last_sent_at: now, next_at: now, ...well },
  )
}

/** @param isFinal it is not asked again until somebody starts it */
export async function noteFailed(
  app: App,
  db: CabinetDb,
  { id, place }: DueHook,
  { failure, status, isFinal }: { failure: HookFailure; status: number | null; isFinal: boolean },
): Promise<void> {
  const row = await sql.hookOf(db)
  if (row?.id !== id) return
  const now = app.clock.now()
  const since = row.failing_since ?? now
  const isStopped = isFinal || now.getTime() - since.getTime() >= HOOK_FAILING_DAYS * DAY_MS
  const waitMs = (WAITS_MINUTES[Math.min(row.failures, WAITS_MINUTES.length - 1)] ?? 0) * MINUTE_MS
  const isDone = await sql.updateHook(
    db,
    { id, place },
    {
      failures: row.failures + 1,
      failing_since: since,
      failure,
      status,
      next_at: isStopped ? null : new Date(now.getTime() + waitMs),
    },
  )
  if (isDone && isStopped)
    await notify(app, db, {
      type: 'integration_failed',
      detail: { crm: new URL(row.url).host },
      onceKey: `hook|${id}|${moscowDay(now)}`,
    })
}

export const cabinetsDue = (tx: Tx, now: Date): Promise<number[]> => sql.cabinetsDue(tx, now)
