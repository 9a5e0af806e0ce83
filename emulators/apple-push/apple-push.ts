/**
 * Apple's push service on this machine: HTTP/2 with client certificates, `POST /3/device/{token}`, Apple's statuses and
 * reasons, and the connection over which a phone receives. Troubles can be switched on.
 * Apple, usernotifications/sending-notification-requests-to-apns and handling-notification-responses-from-apns (read
 * 2026-11).
 */
import { randomUUID } from 'node:crypto'
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { openCourier, type Courier } from './courier.ts'
import { openDevices, type StateStore } from './devices.ts'
import { judgeRequest, tokenOf, UUID, type PushCall } from './judge-request.ts'
import { openSessions } from './sessions.ts'
import type { Answer, Troubles } from './troubles.ts'

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
  /** New phones without a connection, for tests with thousands of them. @returns their push tokens */
  registerPhones(count: number): string[]
  /** Replaces all troubles; `{}` for none. */
  setTroubles: (troubles: Troubles) => void
  /**
   * Requests with their answers, oldest first; only the newest 200,000 are kept. Emptied with `requests.length = 0`.
   */
  requests: PushRequest[]
  close(): Promise<void>
}

export type ApplePushOptions = {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** Authority of the client certificates, root and intermediate: a client sends its leaf only. */
  caPem: string
  serverCertificatePem: string
  serverKeyPem: string
  state?: StateStore
  /** Concurrent requests that the service allows for a connection; Apple mostly allows 1000. */
  maxConcurrentStreams?: number
  random?: () => number
}

const REQUESTS_KEPT = 200_000

export async function startApplePush(options: ApplePushOptions): Promise<ApplePush> {
  const { host = '127.0.0.1', port = 0, random = Math.random } = options
  const devices = await openDevices(options.state)
  const courier = openCourier(devices)
  const requests: PushRequest[] = []
  const startedAt = Date.now()
  let troubles: Troubles = {}
  const sessions = openSessions(() => troubles, reply)

  function reply(stream: ServerHttp2Stream, call: PushCall): void {
    if (stream.destroyed) return
    const answer = judgeRequest(call, { troubles, devices, startedAt, random })
    if (answer === 'reset') return stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    const request = requestOf(call, answer)
    const { token, topic, apnsId } = request
    requests.push(request)
    if (requests.length > REQUESTS_KEPT) requests.splice(0, REQUESTS_KEPT / 2)
    if (answer.status === 200) devices.deliver(token, { topic, apnsId, at: new Date().toISOString() })
    respond(stream, answer, apnsId)
  }

  const { server, sockets } = createServer(options, () => troubles.isAway ?? false)
  server.on('session', (session) => sessions.begin(session))
  server.on('stream', (stream, headers) => sessions.take(stream as ServerHttp2Stream, headers))
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
    registerPhones: (count) => Array.from({ length: count }, () => devices.register()),
    setTroubles(next) {
      troubles = next
      if (next.isAway) for (const socket of sockets) socket.destroy()
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

function createServer(
  { serverCertificatePem, serverKeyPem, caPem, maxConcurrentStreams = 1000 }: ApplePushOptions,
  isAway: () => boolean,
) {
  const sockets = new Set<Socket>()
  const server = createSecureServer({
    cert: serverCertificatePem,
    key: serverKeyPem,
    ca: caPem,
    requestCert: true,
    // A refused certificate is reported over HTTP/2, as Apple does, not by ending TLS.
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    settings: { maxConcurrentStreams },
  })
  server.on('error', () => {})
  server.on('sessionError', () => {})
  server.on('connection', (socket: Socket) => {
    if (isAway()) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return { server, sockets }
}

function requestOf({ headers, topic }: PushCall, { status }: Answer): PushRequest {
  const givenId = headers['apns-id']
  const apnsId = typeof givenId === 'string' && UUID.test(givenId) ? givenId : randomUUID()
  const collapseId = typeof headers['apns-collapse-id'] === 'string' ? headers['apns-collapse-id'] : null
  return { at: performance.now(), token: tokenOf(headers), topic, apnsId, status, collapseId }
}

function respond(stream: ServerHttp2Stream, { status, reason, timestamp, retryAfterS }: Answer, apnsId: string): void {
  if (status === 200) return stream.respond({ ':status': 200, 'apns-id': apnsId }, { endStream: true })
  const wait = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  stream.respond({ ':status': status, 'apns-id': apnsId, 'content-type': 'application/json', ...wait })
  stream.end(JSON.stringify({ reason, ...(timestamp !== undefined && { timestamp }) }))
}
