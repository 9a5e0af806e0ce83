/**
 * The live stream: server-sent events, opened with the bearer header like any call, so that no address
 * contains a token.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NEWS_PATH } from '../../../contract/platform/notifications.ts'
import type { SignedIn } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { answerFault } from '../../base/answer-fault.ts'
import { bearerOf } from '../../base/caller.ts'
import { Refusal, refuseAny } from '../../base/refusal.ts'
import { openCabinet } from '../cabinets/cabinets.ts'
import { userOf } from '../users/users.ts'
import { type OpenStream, type OpenStreams, openStreams } from './open-streams.ts'

/** A client that does not read what is sent is disconnected. */
const UNREAD_BYTES_MAX = 64 * 1024

type Caller = { user: SignedIn; cabinetId: number }

/** @throws Refusal as any call of a member's */
async function enter(app: App, token: string | undefined, c: string, ip: string): Promise<Caller> {
  const user = token === undefined ? null : await userOf(app, token, { ip })
  if (!user) throw refuseAny('unauthorized')
  if (!user.hasAcceptedOffer) throw refuseAny('offer_not_accepted')
  if (!/^\d{1,16}$/.test(c)) throw refuseAny('not_found')
  await openCabinet(app, user, Number(c), async () => undefined)
  return { user, cabinetId: Number(c) }
}

function streamTo(response: ServerResponse, { user, cabinetId }: Caller, mayStay: OpenStream['mayStay']): OpenStream {
  const write = (text: string) => {
    if (response.writableLength > UNREAD_BYTES_MAX) response.destroy()
    else response.write(text)
  }
  return {
    cabinetId,
    userId: user.userId,
    sessionId: user.sessionId,
    mayStay,
    send: (event) => write(`event: ${event}\ndata: {}\n\n`),
    beat: () => write(': \n\n'),
    end: () => response.end(),
  }
}

async function hold(
  app: App,
  streams: OpenStreams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const token = bearerOf(request)
  const { c = '' } = request.params as { c?: string }
  try {
    const caller = await enter(app, token, c, request.ip)
    if (streams.isFull(caller.user.userId)) throw refuseAny('too_many_requests')
    const stream = streamTo(reply.raw, caller, () =>
      enter(app, token, c, request.ip).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      ),
    )
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.on('close', () => streams.remove(stream))
    stream.beat()
    streams.add(stream)
    return undefined
  } catch (error) {
    return answerFault(app, request, reply, error)
  }
}

export function serveNews(http: FastifyInstance, app: App): void {
  const streams = openStreams()
  http.addHook('preClose', async () => streams.close())
  let isListening = false
  http.get(`/api${NEWS_PATH.replace('{c}', ':c')}`, { config: { isEndless: true } }, (request, reply) => {
    if (!isListening) {
      app.listener.on('news', streams.receiveNews)
      app.listener.on('gone', streams.receiveGone)
      isListening = true
    }
    return hold(app, streams, request, reply)
  })
}
