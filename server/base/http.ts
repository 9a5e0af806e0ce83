/**
 * The edge: finds the call, knows the user, opens the door, checks the tariff, parses, answers or refuses. Knows no
 * room.
 */
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ALL_ROOMS } from '../../contract/all.ts'
import { Bytes, type Binary, type Call, type Plan } from '../../contract/call.ts'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import { say } from '../../words/say.ts'
import { pickLanguage } from '../../words/words.ts'
import type {
  AnsweredRoom,
  CabinetCtx,
  Ctx,
  KeyHolder,
  OpenCtx,
  OpenedCabinet,
  OutsideCtx,
  SignedIn,
} from './answer.ts'
import { recordCall } from './audit.ts'
import { Busy } from './crypto.ts'
import { type CabinetDb, type Db, isDatabaseGone, type Tx } from './db.ts'
import { faultsOf, firstUnstorable, isStorable, sayFaults } from './fields.ts'
import type { App } from './app.ts'
import { commonStatus, KeptRefusal, refuseAny, refuseLimited, Refusal } from './refusal.ts'
import { fit } from './shape.ts'

/** What the rooms of users and cabinets lend to the edge. */
export type Doors = {
  userOf(app: App, token: string, request: { ip: string; userAgent: string }): Promise<SignedIn | null>
  /**
   * Whoever holds a key of a cabinet; counts the call against the limits of its tariff. Null when the key is unknown,
   * revoked or over.
   */
  keyOf(app: App, key: string, request: { ip: string }): Promise<KeyHolder | null>
  /**
   * Runs `work` inside the cabinet, or refuses with not_found, the same for a stranger and for a cabinet that never
   * was.
   */
  openCabinet<T>(
    app: App,
    user: SignedIn,
    cabinetId: number,
    work: (cabinet: OpenedCabinet, db: CabinetDb) => Promise<T>,
  ): Promise<T>
}

const PLANS: readonly (Plan | 'demo')[] = ['demo', 'base', 'advanced', 'expert']

/** Language of a request: header of the interface, cookie, the browser's languages, English. */
export function languageOf(request: FastifyRequest): Language {
  const named = request.headers['x-locale']
  if (typeof named === 'string' && (LANGUAGES as readonly string[]).includes(named)) return named as Language
  const cookie = /(?:^|;\s*)lang=(en|cz|de|ru)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return (cookie as Language | undefined) ?? pickLanguage((request.headers['accept-language'] ?? '').split(',')) ?? 'en'
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

function statusOf(refusal: Refusal, errors: Readonly<Record<string, number>>): number | undefined {
  return errors[refusal.code] ?? commonStatus(refusal.code)
}

/**
 * Answers a refusal or a fault in the caller's language. Anything unforeseen is a 500 with the number of the request.
 */
export function answerFault(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  errors: Readonly<Record<string, number>> = {},
): FastifyReply {
  const lang = languageOf(request)
  const send = (status: number, code: string, detail?: Refusal['detail'], fields?: Refusal['fields']) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({
        error: {
          code,
          message: say(lang, `refusals.codes.${code}`, detail as Record<string, string | number>),
          ...(fields && { fields: sayFaults(lang, fields) }),
          ...(detail && Object.keys(detail).length > 0 && { detail }),
          requestId: request.id,
        },
      })
  if (error instanceof Refusal) {
    const status = statusOf(error, errors)
    if (status !== undefined) return send(status, error.code, error.detail, error.fields)
    request.log.error({ code: error.code }, 'a refusal that the call does not declare')
    return send(500, 'server_error')
  }
  if (error instanceof Busy || isDatabaseGone(error)) {
    reply.header('retry-after', '2')
    return send(503, 'try_again_later')
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) {
    const named = Object.keys(errors).find((code) => code.endsWith('_too_large'))
    return send(errors[named ?? ''] ?? 413, named ?? 'too_large')
  }
  if (status === 429) return send(429, 'too_many_requests')
  if (status === 404) return send(404, 'not_found')
  if (status >= 400 && status < 500) return send(422, 'invalid_input')
  app.log.error(
    {
      requestId: request.id,
      path: request.routeOptions.url,
      error: error instanceof Error ? error.stack : String(error),
    },
    'a request failed',
  )
  return send(500, 'server_error')
}

async function readUpload(
  request: FastifyRequest,
  one: Call,
): Promise<{ body: unknown; file: { name: string; bytes: Uint8Array } | undefined }> {
  if (!one.upload) return { body: request.body ?? undefined, file: undefined }
  if (!request.isMultipart()) throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'required' } })
  const body: Record<string, string> = {}
  let file: { name: string; bytes: Uint8Array } | undefined
  try {
    for await (const part of request.parts({
      limits: { files: 1, fields: 10, fieldSize: 4096, fileSize: one.upload.maxBytes },
    })) {
      if (part.type === 'field') body[part.fieldname] = String(part.value)
      else if (part.fieldname === one.upload.field)
        file = { name: part.filename.slice(0, 200), bytes: await part.toBuffer() }
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    // No boundary, a torn part, an end too early: the reader throws plain errors for what the sender did wrong.
    throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'invalid' } })
  }
  if (!file) throw refuseAny('invalid_input', {}, { [one.upload.field]: { code: 'required' } })
  return { body, file }
}

function parse(one: Call, part: 'query' | 'body', value: unknown): unknown {
  const shape = one[part]
  if (shape.type === 'undefined') return undefined
  const parsed = fit(shape, value ?? {}, { reportInput: true })
  if (!parsed.success) throw refuseAny('invalid_input', {}, faultsOf(parsed.error))
  const unstorable = firstUnstorable(parsed.data)
  if (unstorable !== undefined) throw refuseAny('invalid_input', {}, { [unstorable]: { code: 'control_characters' } })
  return parsed.data
}

/** `{c}` must be a number and a `{uuid}` a uuid; anything else is as unknown as a stranger's id. */
function readParams(one: Call, raw: Readonly<Record<string, string>>): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(raw)) {
    if (name === 'c') {
      if (!/^\d{1,16}$/.test(text)) throw refuseAny('not_found')
      params.c = Number(text)
    } else {
      if (text.length > 200 || !isStorable(text)) throw refuseAny('not_found')
      params[name] = text
    }
  }
  for (const name of ['uuid', 'pushUuid', 'segmentId', 'segmentUuid', 'triggerUuid', 'id', 'userId']) {
    const value = params[name]
    if (typeof value === 'string' && !/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) {
      const named = Object.keys(one.errors).find((code) => one.errors[code] === 404)
      throw named ? new Refusal(named) : refuseAny('not_found')
    }
  }
  return params
}

/** Who makes the call: a person with a session, a key of a cabinet, or nobody. */
type Caller = { via: 'session'; user: SignedIn } | { via: 'key'; user: SignedIn; key: KeyHolder } | { via: 'nobody' }

const KEY_PREFIX = 'kk_'

async function callerOf(
  app: App,
  doors: Doors,
  one: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Ctx,
): Promise<Caller> {
  if (one.who === 'nobody') return { via: 'nobody' }
  const token = bearerOf(request)
  if (token?.startsWith(KEY_PREFIX)) {
    const key = await doors.keyOf(app, token, ctx)
    if (!key) throw refuseAny('unauthorized')
    reply.headers(key.limit.headers)
    if (key.limit.waitSeconds > 0) throw refuseAny('api_limit_reached', { seconds: key.limit.waitSeconds })
    // What no key opens is as unknown to it as another cabinet.
    if (!one.scope || !one.path.includes('{c}')) throw refuseAny('not_found')
    return { via: 'key', user: key.user, key }
  }
  const user = token ? await doors.userOf(app, token, ctx) : null
  if (!user) throw refuseAny('unauthorized')
  if (one.who === 'operator' && !user.superuser) throw refuseAny('not_found')
  if (!user.hasAcceptedOffer && !one.beforeOffer) throw refuseAny('offer_not_accepted')
  return { via: 'session', user }
}

/** After the door: a key of another cabinet hears what a stranger hears. */
function checkKey(one: Call, caller: Caller, c: number): void {
  if (caller.via !== 'key') return
  if (caller.key.cabinetId !== c) throw refuseAny('not_found')
  if (one.scope && !caller.key.scopes.includes(one.scope)) throw refuseAny('scope_missing', { scope: one.scope })
}

function checkPlace(one: Call, cabinet: OpenedCabinet): void {
  if (one.who === 'owner' && cabinet.role !== 'owner') throw refuseAny('not_found')
  if (one.who === 'agent' && !cabinet.isAgent) throw refuseAny('not_found')
  if (one.plan && PLANS.indexOf(cabinet.tariff ?? 'demo') < PLANS.indexOf(one.plan))
    throw refuseAny('plan_too_low', { plan: one.plan })
  if (one.writes && !one.whileLimited) refuseLimited(cabinet)
}

/** The transaction of such a refusal commits, so it leaves as a value and is thrown afterwards. */
function orKept(error: unknown): KeptRefusal {
  if (error instanceof KeptRefusal) return error
  throw error
}

async function answerCall(
  app: App,
  doors: Doors,
  { name, one }: { name: string; one: Call },
  handler: (ctx: Ctx, input: object) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  let actor: string | null = null
  const ctx: OpenCtx = {
    app,
    lang: languageOf(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    proved: (userId) => {
      actor = userId
    },
  }
  const caller = await callerOf(app, doors, one, request, reply, ctx)
  const user = caller.via === 'nobody' ? null : caller.user
  const params = readParams(one, request.params as Record<string, string>)
  // A file arrives as slowly as its sender likes, so it is read before the transaction; what is wrong with it is told
  // behind the door.
  const upload = await readUpload(request, one).catch((fault: unknown) => ({ fault }))
  const readInput = () => {
    if ('fault' in upload) throw upload.fault
    return {
      params,
      query: parse(one, 'query', request.query),
      body: parse(one, 'body', upload.body),
      file: upload.file,
    }
  }
  const record = (db: Db | Tx) =>
    one.writes
      ? recordCall(db, {
          name,
          one,
          params,
          userId: user?.userId ?? actor,
          via: caller.via,
          ip: ctx.ip,
          requestId: ctx.requestId,
          at: app.clock.now(),
        })
      : undefined
  let result: unknown
  if (user && typeof params.c === 'number' && one.asksOutside) {
    checkKey(one, caller, params.c)
    const opened = await doors.openCabinet(app, user, params.c, async (cabinet) => {
      checkPlace(one, cabinet)
      return { cabinet, input: readInput() }
    })
    result = await handler({ ...ctx, user, cabinet: opened.cabinet } as OutsideCtx, opened.input)
    await record(app.database.db)
  } else if (user && typeof params.c === 'number') {
    checkKey(one, caller, params.c)
    result = await doors.openCabinet(app, user, params.c, async (cabinet, db) => {
      checkPlace(one, cabinet)
      const made = await handler({ ...ctx, user, cabinet, db } as CabinetCtx, readInput()).catch(orKept)
      if (!(made instanceof KeptRefusal)) await record(db.tx)
      return made
    })
    if (result instanceof KeptRefusal) throw result
  } else {
    result = await handler(user ? ({ ...ctx, user } as Ctx) : ctx, readInput())
    await record(app.database.db)
  }
  reply.code(one.status).header('cache-control', 'no-store')
  if (one.reply === Bytes) {
    const { bytes, parts, type, name } = result as Binary
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${encodeURIComponent(name)}"`)
      .send(parts ? Readable.from(parts) : Buffer.from(bytes))
  }
  if (one.paged) {
    const page = result as { data: unknown; meta: unknown }
    return { data: one.reply.parse(page.data), meta: page.meta }
  }
  return { data: one.reply.parse(result) }
}

/** Hangs every call of the rooms under /api. */
export async function serveCalls(
  http: FastifyInstance,
  app: App,
  doors: Doors,
  rooms: readonly AnsweredRoom[],
): Promise<void> {
  await http.register(multipart, { throwFileSizeLimit: true })
  const roomNames = new Map(
    Object.entries(ALL_ROOMS).flatMap(([roomName, calls]) =>
      Object.entries(calls).map(([name, one]) => [one as Call, `${roomName}.${name}`]),
    ),
  )
  for (const { room, handlers } of rooms) {
    for (const [name, one] of Object.entries(room)) {
      const called = { name: roomNames.get(one) ?? name, one }
      const handler = handlers[name] as unknown as (ctx: Ctx, input: object) => Promise<unknown>
      http.route({
        method: one.method,
        url: `/api${one.path.replace(/\{(\w+)\}/g, ':$1')}`,
        handler: async (request, reply) => {
          try {
            return await answerCall(app, doors, called, handler, request, reply)
          } catch (error) {
            return answerFault(app, request, reply, error, one.errors)
          }
        },
      })
    }
  }
}
