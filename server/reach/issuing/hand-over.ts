/**
 * The shop hands a card over at the till: a QR code that the client scans. Its link is good for nothing else, for ten
 * minutes and for one phone.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HAND_OVER_MS } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret, sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { Refusal } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { isValid, passOfTicket, ticketOf } from '../passes/passes.ts'
import { cookieWith } from './own-browser.ts'
import { href, queryOf, sendProblem } from './reply-page.ts'

const macOf = (app: App, cabinetId: number, passId: string, endsAt: number) =>
  app.keys.mac('hand-over', `${cabinetId}|${passId}|${endsAt}`).slice(0, 22)

export function handOver(
  app: App,
  db: CabinetDb,
  domain: string,
  pass: { id: string },
): { url: string; expiresAt: string } {
  const endsAt = Math.floor((app.clock.now().getTime() + HAND_OVER_MS) / 1000)
  const code = pass.id.replaceAll('-', '') + String(endsAt) + macOf(app, db.cabinetId, pass.id, endsAt)
  return { url: `${app.publicUrl}/c/${domain}/till/${code}`, expiresAt: new Date(endsAt * 1000).toISOString() }
}

/** @returns the card of a code that can still be used; it is used then. @throws Refusal not_found */
async function useCode(app: App, db: CabinetDb, code: string): Promise<string | undefined> {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(\d{10})([\w-]{22})$/.exec(code)
  if (!parts) throw new Refusal('not_found')
  const passId = parts.slice(1, 6).join('-')
  const endsAt = Number(parts[6])
  if (!isSameSecret(parts[7] ?? '', macOf(app, db.cabinetId, passId, endsAt))) throw new Refusal('not_found')
  if (app.clock.now().getTime() >= endsAt * 1000) return undefined
  // Counted in the window of its end, so that no border between two windows lets it be used twice.
  const key = `hand-over|${sha256(code).toString('base64url')}`
  const waitMs = await countTry(db.tx, key, { max: 1, windowMs: DAY_MS }, new Date(endsAt * 1000))
  return waitMs > 0 ? undefined : passId
}

export async function takeHandedOver(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // A program that only looks whether the address exists must not use the code up.
  if (request.method !== 'GET') return reply.code(204).header('cache-control', 'no-store').send()
  const { domain, code } = request.params as { domain: string; code: string }
  const taken = await openForPublic(app, { domain }, async (cabinet, db) => {
    const passId = await useCode(app, db, code)
    if (passId === undefined) return undefined
    const ticket = ticketOf(app, cabinet.id, passId)
    const pass = await passOfTicket(app, db, ticket)
    if (!pass || !isValid(pass)) return undefined
    return { ticket, cookie: cookieWith(app, request, cabinet, pass.client_id) }
  })
  if (!taken) return sendProblem(app, request, reply, 'hand_over_used', 410)
  return reply
    .code(303)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('set-cookie', taken.cookie)
    .header('location', href(`/c/${domain}/${taken.ticket}`, { ...queryOf(request), known: '1' }))
    .send()
}
