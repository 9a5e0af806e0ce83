/**
 * Apple's push service on one's own machine: HTTP/2 with client certificates, `POST /3/device/{token}`, Apple's
 * statuses
 * and reasons, and the line over which a phone receives. Its troubles can be switched on.
 * Apple, usernotifications/sending-notification-requests-to-apns and handling-notification-responses-from-apns (read
 * 2026-11).
 */
import { randomUUID } from 'node:crypto'
import {
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { openCourier, type Courier } from './courier.ts'
import { openDevices, type StateStore } from './devices.ts'
import { troubledAnswer, type Answer, type Troubles } from './troubles.ts'

export type { Troubles } from './troubles.ts'
export type { DevicesState, Push } from './devices.ts'

type PushRequest = {
  at: number
  token: string
  topic: string
  apnsId: string
  collapseId: string | null
  status: number
}

export type ApplePush = {
  port: number
  handleCourier: Courier['handle']
  /** Replaces all troubles; `{}` is fair weather. */
  setTroubles: (troubles: Troubles) => void
  /**
   * What was asked and answered, oldest first; only the newest 200,000 are kept. Emptied with `requests.length = 0`.
   */
  requests: PushRequest[]
  close(): Promise<void>
}

export type ApplePushOptions = {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** Authority of the client certificates, root and intermediate: a client shows its leaf alone. */
  caPem: string
  serverCertificatePem: string
  serverKeyPem: string
  state?: StateStore
  /** What the service allows a connection to have under way at once; Apple mostly says 1000. */
  maxConcurrentStreams?: number
  random?: () => number
}

type SessionRecord = { topic: string; requests: number; answers: number; lastStreamId: number }

/** Time in which a session that was sent away still answers what it took. */
const GOAWAY_LINGER_MS = 2_000
const REQUESTS_KEPT = 200_000
const PUSH_TYPES = new Set([
  'alert',
  'background',
  'voip',
  'complication',
  'fileprovider',
  'mdm',
  'location',
  'liveactivity',
  'pushtotalk',
  'widgets',
])
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PAYLOAD_MAX_BYTES = 4096
const COLLAPSE_ID_MAX_BYTES = 64

export async function startApplePush(options: ApplePushOptions): Promise<ApplePush> {
  const { host = '127.0.0.1', port = 0, random = Math.random } = options
  const devices = await openDevices(options.state)
  const courier = openCourier(devices)
  const requests: PushRequest[] = []
  const sessions = new Map<ServerHttp2Session, SessionRecord>()
  const sockets = new Set<Socket>()
  const startedAt = Date.now()
  let troubles: Troubles = {}

  const server = createSecureServer({
    cert: options.serverCertificatePem,
    key: options.serverKeyPem,
    ca: options.caPem,
    requestCert: true,
    // A refused certificate is told over HTTP/2, as Apple does, not by breaking off TLS.
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    settings: { maxConcurrentStreams: options.maxConcurrentStreams ?? 1000 },
  })
  server.on('error', () => {})
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('sessionError', () => {})
  server.on('session', (session) => {
    session.on('error', () => {})
    const socket = session.socket as TLSSocket
    const subject = socket.getPeerCertificate()?.subject as unknown as Record<string, string> | undefined
    const topic = subject?.['UID']
    if (troubles.badCertificate) return sendAway(session, 'BadCertificateEnvironment')
    if (!socket.authorized || !topic) return sendAway(session, 'BadCertificate')
    sessions.set(session, { topic, requests: 0, answers: 0, lastStreamId: Number.POSITIVE_INFINITY })
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (opened, headers) => {
    const stream = opened as ServerHttp2Stream
    stream.on('error', () => {})
    const session = stream.session as ServerHttp2Session | undefined
    const record = session && sessions.get(session)
    if (!session || !record || (stream.id ?? 0) > record.lastStreamId)
      return stream.close(constants.NGHTTP2_REFUSED_STREAM)
    record.requests += 1
    if (troubles.goawayEvery && record.requests >= troubles.goawayEvery) {
      record.lastStreamId = stream.id ?? 0
      session.goaway(constants.NGHTTP2_NO_ERROR, record.lastStreamId)
      setTimeout(() => session.destroy(), GOAWAY_LINGER_MS).unref()
    }
    let size = 0
    stream.on('data', (chunk: Buffer) => (size += chunk.length))
    stream.on('end', () => {
      const answer = (): void => {
        reply(stream, headers, record.topic, size)
        record.answers += 1
        // A moment later, so that the answers given leave the machine first.
        if (record.answers === troubles.cutEvery) setTimeout(() => session.destroy(), 2)
      }
      if (troubles.slowMs) setTimeout(answer, troubles.slowMs)
      else answer()
    })
  })

  function reply(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, topic: string, payloadBytes: number): void {
    if (stream.destroyed) return
    const token = tokenOf(headers)
    const givenId = headers['apns-id']
    const apnsId = typeof givenId === 'string' && UUID.test(givenId) ? givenId : randomUUID()
    const answer = judge(headers, topic, payloadBytes)
    if (answer === 'reset') return stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    const collapseId = headers['apns-collapse-id']
    requests.push({
      at: performance.now(),
      token,
      topic,
      apnsId,
      status: answer.status,
      collapseId: typeof collapseId === 'string' ? collapseId : null,
    })
    if (requests.length > REQUESTS_KEPT) requests.splice(0, REQUESTS_KEPT / 2)
    if (answer.status === 200) {
      devices.deliver(token, { topic, apnsId, at: new Date().toISOString() })
      stream.respond({ ':status': 200, 'apns-id': apnsId }, { endStream: true })
      return
    }
    stream.respond({ ':status': answer.status, 'apns-id': apnsId, 'content-type': 'application/json' })
    stream.end(
      JSON.stringify({ reason: answer.reason, ...(answer.timestamp !== undefined && { timestamp: answer.timestamp }) }),
    )
  }

  function judge(headers: IncomingHttpHeaders, topic: string, payloadBytes: number): Answer | 'reset' {
    const { ':method': method, ':path': path } = headers as Record<string, string | undefined>
    if (!path?.startsWith('/3/device/')) return { status: 404, reason: 'BadPath' }
    if (method !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
    const token = tokenOf(headers)
    const trouble = troubledAnswer(troubles, token, startedAt, random)
    if (trouble) return trouble
    const bad = badHeader(headers, topic)
    if (bad) return { status: 400, reason: bad }
    if (payloadBytes === 0) return { status: 400, reason: 'PayloadEmpty' }
    if (payloadBytes > PAYLOAD_MAX_BYTES) return { status: 413, reason: 'PayloadTooLarge' }
    const device = devices.find(token)
    if (!device) return { status: 400, reason: 'BadDeviceToken' }
    if (device.gone !== null) return { status: 410, reason: 'Unregistered', timestamp: device.gone }
    return { status: 200 }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    handleCourier: courier.handle,
    setTroubles(next) {
      troubles = next
    },
    requests,
    async close() {
      courier.close()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await devices.flush()
    },
  }
}

function sendAway(session: ServerHttp2Session, reason: string): void {
  session.goaway(constants.NGHTTP2_NO_ERROR, 0, Buffer.from(JSON.stringify({ reason })))
  session.close()
}

const tokenOf = (headers: IncomingHttpHeaders): string => (headers[':path'] ?? '').slice('/3/device/'.length)

/** The reason of a 400 for the headers' sake, or null. With a certificate the topic may stay unsaid. */
function badHeader(headers: IncomingHttpHeaders, topic: string): string | null {
  const {
    'apns-topic': saidTopic,
    'apns-id': id,
    'apns-priority': priority,
    'apns-push-type': type,
    'apns-collapse-id': collapseId,
  } = headers as Record<string, string | undefined>
  if (saidTopic !== undefined && saidTopic !== topic) return 'TopicDisallowed'
  if (id !== undefined && !UUID.test(id)) return 'BadMessageId'
  if (priority !== undefined && !['1', '5', '10'].includes(priority)) return 'BadPriority'
  if (type !== undefined && !PUSH_TYPES.has(type)) return 'InvalidPushType'
  if (type === 'background' && priority === '10') return 'BadPriority'
  if (collapseId !== undefined && Buffer.byteLength(collapseId) > COLLAPSE_ID_MAX_BYTES) return 'BadCollapseId'
  return null
}
