/**
 * The addresses that phones call: Apple's five endpoints under /apple/{cabinet}/v1, and Google's notices of saved and
 * removed cards. A wrong token, an unknown card and a foreign cabinet get the same response.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HOUR_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { isStorable } from '../../base/fields.ts'
import { networkOf } from '../../base/network.ts'
import { Refusal } from '../../base/refusal.ts'
import { fit } from '../../base/shape.ts'
import { countTry } from '../../base/tries.ts'
import { certificatesOfPassType } from '../../cards/certificates/certificates.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { rowOfCard } from '../../people/clients/clients.ts'
import { addToFunnel } from '../../people/forms/forms.ts'
import { CallbackRefused, claimedObjectId, verifyCallback } from '../../engines/wallet/google/callback.ts'
import { dropRootKeys, fetchRootKeys } from '../../engines/wallet/google/root-keys.ts'
import { readPackage, sendPackage } from './apple-package.ts'
import { passOfToken, type PassRow } from './passes.ts'
import { openPhoneLimits, type PhoneLimits } from './phone-limits.ts'
import * as googleSql from './google-sql.ts'
import * as phonesSql from './phones-sql.ts'
import { TAG_OF_NEW } from './sql.ts'
import type { Wallet } from './wallets-sql.ts'

const DEVICES_PER_CARD = 20
const LOGS = { max: 20, windowMs: 60_000 }
const LOGS_OF_CABINET = { max: 200, windowMs: HOUR_MS }
const LOG_LINES_MAX = 10
const LOG_LINE_MAX = 300
const LOG_MAX_BYTES = 16 * 1024
/** The card is asked for again when its certificate may have been renewed. */
const EXPIRED_RETRY_SECONDS = 3600

const DeviceId = z.string().regex(/^[\w.-]{8,200}$/)
const Uuid = z.uuid()
const PushToken = z.object({ pushToken: z.string().regex(/^[\w:-]{8,200}$/) })
type Params = { c: string; device: string; passType: string; serial: string }
/** What messages learn from phones: messages are above this room. */
export type Follow = {
  /** A phone has fetched a version of its card. */
  onFetched: (app: App, db: CabinetDb, passId: string, version: number) => Promise<void>
  /** The card has left a wallet. */
  onRemoved: (db: CabinetDb, pass: { id: string; client_id: string }, wallet: Wallet, at: Date) => Promise<void>
}
type Wallets = { app: App; limits: PhoneLimits; follow: Follow }
type Handle = (wallets: Wallets, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

async function inside<T>(
  app: App,
  request: FastifyRequest,
  work: (db: CabinetDb) => Promise<T>,
): Promise<T | undefined> {
  const { c } = request.params as Params
  if (!/^\d{1,16}$/.test(c) || !Object.values(request.params as Params).every(isStorable)) return undefined
  try {
    return await openForPublic(app, { id: Number(c) }, (_, db) => work(db))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

/** The card of the token in the header, or undefined. */
async function cardOf(app: App, db: CabinetDb, request: FastifyRequest): Promise<PassRow | undefined> {
  const { serial, passType } = request.params as Params
  const token = /^ApplePass (\S{16,200})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token || !Uuid.safeParse(serial).success) return undefined
  const pass = await passOfToken(app, db, serial, token)
  return pass && (await certificatesOfPassType(db, passType)).includes(pass.certificate_id) ? pass : undefined
}

async function limited(
  app: App,
  request: FastifyRequest,
  kind: string,
  limit: { max: number; windowMs: number },
): Promise<boolean> {
  return (await countTry(app.database.counters, `${kind}|${networkOf(request.ip)}`, limit, app.clock.now())) > 0
}

/** What a request names: a phone, a card or both, in one cabinet. */
const namesOf = ({ params }: FastifyRequest): string[] => {
  const { c, device, serial } = params as Partial<Params>
  return [...(device ? [`device|${c}|${device}`] : []), ...(serial ? [`card|${c}|${serial}`] : [])]
}

const tooMany = (reply: FastifyReply) => reply.code(429).header('retry-after', '60').send()

/** What names nothing that is known counts for its address. */
function answer(limits: PhoneLimits, request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  if (status === 429) return tooMany(reply)
  if (status === 401 || status === 404) limits.countUnknown(networkOf(request.ip))
  return reply.code(status).send()
}

/** Counts the first phone of a main card in the funnel of the form. */
async function countInstall(db: CabinetDb, pass: PassRow): Promise<void> {
  if (!pass.is_main) return
  const { form_id: formId } = await rowOfCard(db, pass.client_id)
  if (formId) await addToFunnel(db, formId, 'installed')
}

async function register({ app, limits }: Wallets, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { device } = request.params as Params
  const body = fit(PushToken, request.body)
  const status = await inside(app, request, async (db) => {
    const pass = await cardOf(app, db, request)
    if (!pass) return 401
    if (limits.countKnown(namesOf(request))) return 429
    if (!body.success || !DeviceId.safeParse(device).success) return 400
    await phonesSql.lockPass(db, pass.id)
    const isFirst = (await phonesSql.devicesOf(db, pass.id)).length === 0 && pass.google_saved_at === null
    const isNew = await phonesSql.putRegistration(db, {
      device_id: device,
      pass_id: pass.id,
      push_token: body.data.pushToken,
      now: app.clock.now(),
    })
    await phonesSql.trimRegistrations(db, pass.id, DEVICES_PER_CARD)
    await phonesSql.forgetAppleRemoval(db, pass.id)
    if (isNew && isFirst) await countInstall(db, pass)
    return isNew ? 201 : 200
  })
  return answer(limits, request, reply, status ?? 401)
}

async function unregister(
  { app, limits, follow }: Wallets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { device } = request.params as Params
  const status = await inside(app, request, async (db) => {
    const pass = await cardOf(app, db, request)
    if (!pass) return 401
    if (limits.countKnown(namesOf(request))) return 429
    const now = app.clock.now()
    await phonesSql.lockPass(db, pass.id)
    const isGone =
      (await phonesSql.deleteRegistration(db, device, pass.id)) &&
      (await phonesSql.noteAppleRemovals(db, [pass.id], now)).length > 0
    if (isGone) await follow.onRemoved(db, pass, 'apple', now)
    return 200
  })
  return answer(limits, request, reply, status ?? 401)
}

/**
 * The device id is the secret here: Apple sends no token with this call. The tag is a string, because phones refuse a
 * number.
 */
async function listChanged({ app, limits }: Wallets, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { device, passType } = request.params as Params
  const { passesUpdatedSince = '' } = request.query as { passesUpdatedSince?: string }
  // Without a tag all are listed, also those that have not changed since they were made.
  const since = /^\d{1,15}$/.test(passesUpdatedSince) ? Number(passesUpdatedSince) : TAG_OF_NEW - 1
  const found = await inside(app, request, async (db) => {
    if (!(await phonesSql.hasDevice(db, device))) return undefined
    if (limits.countKnown(namesOf(request))) return 'too many' as const
    const certificates = await certificatesOfPassType(db, passType)
    return certificates.length === 0 ? [] : phonesSql.changedForDevice(db, device, certificates, since)
  })
  if (!found) return answer(limits, request, reply, 404)
  if (found === 'too many') return tooMany(reply)
  if (found.length === 0) return reply.code(204).send()
  // A card without a place is listed again once it has one, and the phone learns that it is as it was.
  const last = Math.max(since, TAG_OF_NEW, ...found.map((pass) => pass.tag))
  return reply.send({ lastUpdated: String(last), serialNumbers: found.map((pass) => pass.id) })
}

async function latest(
  { app, limits, follow }: Wallets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  const found = await inside(app, request, async (db) => {
    const pass = await cardOf(app, db, request)
    if (!pass) return undefined
    if (limits.countKnown(namesOf(request))) return 'too many' as const
    const card = pass.modified_at.getTime() <= since ? ('unchanged' as const) : await readPackage(app, db, pass)
    if (card === 'expired') return card
    await phonesSql.markFetched(db, pass.id, pass.version)
    await follow.onFetched(app, db, pass.id, pass.version)
    return card
  })
  if (!found) return answer(limits, request, reply, 401)
  if (found === 'too many') return tooMany(reply)
  if (found === 'unchanged') return reply.code(304).send()
  if (found === 'expired') return reply.code(503).header('retry-after', EXPIRED_RETRY_SECONDS).send()
  return sendPackage(app, request, reply, found)
}

/**
 * What phones complain about. Apple sends no token with it, so anybody may write here: only for a cabinet that exists,
 * so many a minute from one network and so many an hour about one cabinet, and a few lines of each.
 */
async function log({ app }: Wallets, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (await limited(app, request, 'apple-log', LOGS)) return tooMany(reply)
  const body = fit(z.object({ logs: z.array(z.string()) }), request.body)
  const cabinetId = body.success && (await inside(app, request, async (db) => db.cabinetId))
  if (!cabinetId) return reply.code(200).send()
  if ((await countTry(app.database.counters, `apple-log|${cabinetId}`, LOGS_OF_CABINET, app.clock.now())) > 0)
    return tooMany(reply)
  const logs = body.data.logs.slice(0, LOG_LINES_MAX).map((line) => line.slice(0, LOG_LINE_MAX))
  app.log.info({ cabinetId, logs }, 'a phone reports')
  return reply.code(200).send()
}

/**
 * Our issuer for which a notice must be signed: the present one, or an earlier one that made a card of this cabinet.
 * Anybody can have Google sign notices for an issuer of their own.
 */
async function issuerOfNotice(app: App, request: FastifyRequest): Promise<string> {
  const { issuerId } = app.outside.google
  const objectId = claimedObjectId(request.body)
  if (objectId === null || !isStorable(objectId) || objectId.startsWith(`${issuerId}.`)) return issuerId
  const pass = await inside(app, request, (db) => googleSql.passByObject(db, objectId))
  return pass?.google_object_id?.split('.')[0] ?? issuerId
}

/** Stores that the card was saved or deleted. */
async function noteGoogle({ app, follow }: Wallets, db: CabinetDb, pass: PassRow, isSaved: boolean): Promise<void> {
  const now = app.clock.now()
  if (isSaved) {
    const isFirst = pass.google_saved_at === null && (await phonesSql.devicesOf(db, pass.id)).length === 0
    await googleSql.setGoogleSaved(db, pass.id, { savedAt: pass.google_saved_at ?? now, removedAt: null })
    if (isFirst) await countInstall(db, pass)
  } else if (pass.google_saved_at !== null) {
    await googleSql.setGoogleSaved(db, pass.id, { savedAt: null, removedAt: now })
    await follow.onRemoved(db, pass, 'google', now)
  }
}

async function googleNotice(wallets: Wallets, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { app, limits } = wallets
  const { keysUrl } = app.outside.google
  const recipientId = await issuerOfNotice(app, request)
  const now = app.clock.now()
  const verify = async () =>
    verifyCallback(request.body as object, { rootKeys: await fetchRootKeys(keysUrl), recipientId, now })
  let notice
  try {
    notice = await verify().catch((error: unknown) => {
      if (!(error instanceof CallbackRefused) || error.code !== 'unknown_root') throw error
      dropRootKeys(keysUrl)
      return verify()
    })
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error
    app.log.warn({ code: error.code }, 'a notice of Google was refused')
    return answer(limits, request, reply, 401)
  }
  await inside(app, request, async (db) => {
    if (!(await googleSql.insertNotice(db, notice.nonce, now))) return
    const pass = await googleSql.passByObject(db, notice.objectId)
    if (pass) await noteGoogle(wallets, db, pass, notice.eventType === 'save')
  })
  return reply.code(200).send()
}

/** Registers the phones' endpoints. No response may be cached. */
export function serveWallets(http: FastifyInstance, app: App, follow: Follow): void {
  const base = '/apple/:c/v1'
  const wallets = { app, limits: openPhoneLimits(app.clock), follow }
  const add = (method: 'GET' | 'POST' | 'DELETE', url: string, handle: Handle, bodyLimit = 4096) =>
    http.route({
      method,
      url,
      bodyLimit,
      config: { rateLimit: false },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (wallets.limits.isBlocked(networkOf(request.ip), namesOf(request))) return tooMany(reply)
        return handle(wallets, request, reply)
      },
    })
  add('POST', `${base}/devices/:device/registrations/:passType/:serial`, register)
  add('DELETE', `${base}/devices/:device/registrations/:passType/:serial`, unregister)
  add('GET', `${base}/devices/:device/registrations/:passType`, listChanged)
  add('GET', `${base}/passes/:passType/:serial`, latest)
  add('POST', `${base}/log`, log, LOG_MAX_BYTES)
  add('POST', '/google/:c/callback', googleNotice, 32 * 1024)
}
