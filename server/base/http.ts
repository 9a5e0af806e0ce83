/**
 * The HTTP edge: registers every call of the rooms under /api, finds the caller, reads the input, runs the call and
 * responds.
 */
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ALL_ROOMS } from '../../contract/all.ts'
import { type Binary, Bytes } from '../../contract/binary.ts'
import type { Call } from '../../contract/call.ts'
import { FRESH_HEADER } from '../../contract/limits.ts'
import type { AnsweredRoom, Ctx } from './answer.ts'
import { answerFault } from './answer-fault.ts'
import type { App } from './app.ts'
import { takeInput } from './call-input.ts'
import { callerOf, type Doors } from './caller.ts'
import { readParams } from './path-params.ts'
import { languageOf } from './request-language.ts'
import { type Handler, type NamedCall, runCall } from './run-call.ts'

/** Checks the result against the contract before it is sent. */
function sendResult(one: Call, result: unknown, reply: FastifyReply): unknown {
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

async function answerCall(
  app: App,
  doors: Doors,
  called: NamedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { one } = called
  const ctx: Ctx = {
    app,
    lang: languageOf(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  }
  const caller = await callerOf(app, doors, one, request, reply, ctx)
  const params = readParams(one, request.params as Record<string, string>)
  const readInput = await takeInput(one, request, params)
  const wantsFresh = request.headers[FRESH_HEADER] === '1'
  return sendResult(one, await runCall(doors, called, caller, ctx, { params, readInput, wantsFresh }), reply)
}

/** Names of the calls in the audit log, `room.call`. */
const CALL_NAMES: ReadonlyMap<Call, string> = new Map(
  Object.entries(ALL_ROOMS).flatMap(([roomName, calls]) =>
    Object.entries(calls).map(([name, one]) => [one as Call, `${roomName}.${name}`] as const),
  ),
)

/** A path that the specification ends with a slash also works without it, as the API document has it. */
function urlsOf(path: string): string[] {
  const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
  return url.endsWith('/') ? [url, url.slice(0, -1)] : [url]
}

export async function serveCalls(
  http: FastifyInstance,
  app: App,
  doors: Doors,
  rooms: readonly AnsweredRoom[],
): Promise<void> {
  await http.register(multipart, { throwFileSizeLimit: true })
  const calls = rooms.flatMap(({ room, handlers }) =>
    Object.entries(room).map(([name, one]) => ({
      name: CALL_NAMES.get(one) ?? name,
      one,
      handler: handlers[name] as unknown as Handler,
    })),
  )
  const handlerOf = new Map(calls.map(({ one, handler }) => [one as Call, handler]))
  for (const call of calls) {
    const { keeps } = call.one
    const called = { ...call, savedHandler: keeps && handlerOf.get(keeps.read) }
    for (const url of urlsOf(called.one.path)) {
      http.route({
        method: called.one.method,
        url,
        handler: async (request, reply) => {
          try {
            return await answerCall(app, doors, called, request, reply)
          } catch (error) {
            return answerFault(app, request, reply, error, called.one.errors)
          }
        },
      })
    }
  }
}
