/** Sessions of one client certificate each: refused, closed after a number of requests, or cut. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { PushCall } from './judge-request.ts'
import type { Troubles } from './troubles.ts'

type SessionRecord = { topic: string; requests: number; answers: number; lastStreamId: number }

/** Time in which a closing session still answers its requests. */
const GOAWAY_LINGER_MS = 2_000

/** @param reply answers a request whose payload has arrived */
export function openSessions(troublesNow: () => Troubles, reply: (stream: ServerHttp2Stream, call: PushCall) => void) {
  const records = new Map<ServerHttp2Session, SessionRecord>()

  function answerWhenRead(stream: ServerHttp2Stream, answer: (payloadBytes: number) => void): void {
    let payloadBytes = 0
    stream.on('data', (chunk: Buffer) => (payloadBytes += chunk.length))
    stream.on('end', () => {
      const { slowMs } = troublesNow()
      if (slowMs) setTimeout(() => answer(payloadBytes), slowMs)
      else answer(payloadBytes)
    })
  }

  return {
    begin(session: ServerHttp2Session): void {
      session.on('error', () => {})
      const socket = session.socket as TLSSocket
      const subject = socket.getPeerCertificate()?.subject as unknown as Record<string, string> | undefined
      const topic = subject?.['UID']
      if (troublesNow().badCertificate) return sendAway(session, 'BadCertificateEnvironment')
      if (!socket.authorized || !topic) return sendAway(session, 'BadCertificate')
      records.set(session, { topic, requests: 0, answers: 0, lastStreamId: Number.POSITIVE_INFINITY })
      session.on('close', () => records.delete(session))
    },
    take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
      stream.on('error', () => {})
      const session = stream.session as ServerHttp2Session | undefined
      const record = session && records.get(session)
      if (!session || !record || (stream.id ?? 0) > record.lastStreamId)
        return stream.close(constants.NGHTTP2_REFUSED_STREAM)
      record.requests += 1
      const { goawayEvery } = troublesNow()
      if (goawayEvery && record.requests >= goawayEvery) {
        record.lastStreamId = stream.id ?? 0
        session.goaway(constants.NGHTTP2_NO_ERROR, record.lastStreamId)
        setTimeout(() => session.destroy(), GOAWAY_LINGER_MS).unref()
      }
      answerWhenRead(stream, (payloadBytes) => {
        reply(stream, { headers, topic: record.topic, payloadBytes })
        record.answers += 1
        // A moment later, so that the previous answers are sent first.
        if (record.answers === troublesNow().cutEvery) setTimeout(() => session.destroy(), 2)
      })
    },
  }
}

function sendAway(session: ServerHttp2Session, reason: string): void {
  session.goaway(constants.NGHTTP2_NO_ERROR, 0, Buffer.from(JSON.stringify({ reason })))
  session.close()
}
