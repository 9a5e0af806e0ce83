/**
 * Who may see the emulated mailbox, SMS inbox and wallets: a browser that has opened a one-time link. A start prints
 * one, and an operator gets one for as long as the session lasts. Somebody with a business gets one for the test phones
 * alone: codes and links of others lie in the mailbox.
 */
import { operator as contract } from '../../../contract/business/operator.ts'
import type { emulatedWorld } from '../../../contract/business/emulated-world.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { ReplyOf } from '../../../contract/call.ts'
import { type App, EMULATED } from '../../base/app.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import { lookUp } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { isLiveSession, isOperatorSession } from '../../platform/users/users.ts'
import * as sql from './outside-sql.ts'

const refuse = refusals(contract)

/** A start is often looked at later; an operator's link is followed at once. */
const PRINTED_MS = 7 * DAY_MS
const ASKED_MS = 2 * MINUTE_MS
const VISIT_MS = 90 * DAY_MS
const OPERATORS_VISIT_MS = 12 * HOUR_MS

async function newLink(app: App, sessionId: string | null, lastsMs: number): Promise<string> {
  const token = newToken()
  const nowMs = app.clock.now().getTime()
  const link = { link_hash: sha256(token), session_id: sessionId, ends_at: new Date(nowMs + lastsMs) }
  await lookUp(app.database, { visits: true }, (tx) => sql.deleteEnded(tx, new Date(nowMs)))
  await lookUp(app.database, { token: link.link_hash }, (tx) => sql.insertLink(tx, link))
  return `${app.publicUrl}/outside/enter/${token}`
}

/** Which services are emulated, and whether their pages are served. */
export const readEmulated = ({ outside }: App): ReplyOf<typeof contract.readEmulated> => ({
  services: EMULATED.map((service) => ({ service, isEmulated: outside.emulated.includes(service) })),
  hasPages: outside.pages.length > 0,
})

/** For the reader of what a start prints. */
export const printedLink = (app: App): Promise<string> => newLink(app, null, PRINTED_MS)

/** @throws Refusal nothing_emulated */
export function linkOfOperator(app: App, sessionId: string): Promise<string> {
  if (app.outside.pages.length === 0) throw refuse('nothing_emulated')
  return newLink(app, sessionId, ASKED_MS)
}

/** What of the outside world is emulated and has pages for people. */
export const readEmulatedParts = ({ outside: { pages } }: App): ReplyOf<typeof emulatedWorld.readEmulatedParts> => ({
  mail: pages.includes('mail'),
  phones: pages.includes('apple') || pages.includes('google'),
})

/** @throws Refusal nothing_emulated */
export function linkOfPhones(app: App, sessionId: string): Promise<string> {
  if (!readEmulatedParts(app).phones) throw refuse('nothing_emulated')
  return newLink(app, sessionId, ASKED_MS)
}

/** @returns what the browser keeps as its cookie, and for how long; null when the link is used, over or unknown */
export async function openVisit(
  app: App,
  token: string,
): Promise<{ cookie: string; lastsMs: number; isPrinted: boolean } | null> {
  const cookie = newToken()
  const now = app.clock.now()
  // A link that an operator has asked for lasts shorter; which one it is shows only when it is taken.
  const linkHash = sha256(token)
  const taken = await lookUp(app.database, { token: linkHash }, (tx) =>
    sql.takeLink(tx, linkHash, {
      cookieHash: sha256(cookie),
      now,
      visitEndsAt: new Date(now.getTime() + VISIT_MS),
      operatorsVisitEndsAt: new Date(now.getTime() + OPERATORS_VISIT_MS),
    }),
  )
  const isPrinted = taken?.session_id === null
  return taken ? { cookie, lastsMs: isPrinted ? VISIT_MS : OPERATORS_VISIT_MS, isPrinted } : null
}

/** Everything, the test phones alone, or nothing. */
export type Reach = 'all' | 'phones' | 'none'

/** Logging out ends a visit; an operator who is none any more keeps the test phones, as everybody with a business. */
export async function reachOf(app: App, cookie: string): Promise<Reach> {
  const hash = sha256(cookie)
  const visit = await lookUp(app.database, { token: hash }, (tx) => sql.visitOf(tx, hash, app.clock.now()))
  if (!visit) return 'none'
  if (visit.session_id === null || (await isOperatorSession(app, visit.session_id))) return 'all'
  return (await isLiveSession(app, visit.session_id)) ? 'phones' : 'none'
}
