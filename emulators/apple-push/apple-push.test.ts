import { createServer, get, type IncomingMessage, request, type Server } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAuthority,
  issuePassCertificate,
  issueServerCertificate,
  type Authority,
  type IssuedCertificate,
} from '../../server/engines/wallet/apple/test-authority.ts'
import { startApplePush, type ApplePush, type DevicesState, type Push } from './apple-push.ts'
import { until } from '../../test/until.ts'

const TOPIC = 'pass.test.kartoteka.emulator'
let authority: Authority
let client: IssuedCertificate
let tls: IssuedCertificate
let apple: ApplePush
let courier: Server
let courierUrl: string
let saved: DevicesState | null = null
const state = { load: async () => saved, save: async (next: DevicesState) => void (saved = structuredClone(next)) }
const start = () =>
  startApplePush({
    caPem: authority.rootPem + authority.intermediatePem,
    serverCertificatePem: tls.certificatePem,
    serverKeyPem: tls.privateKeyPem,
    state,
  })

beforeAll(async () => {
  authority = await createAuthority()
  client = await issuePassCertificate(authority, { passTypeIdentifier: TOPIC, teamIdentifier: 'TESTTEAM01' })
  tls = await issueServerCertificate(authority, ['127.0.0.1', 'localhost'])
  apple = await start()
  courier = createServer((req, res) => apple.handleCourier(req, res))
  await new Promise<void>((resolve) => courier.listen(0, '127.0.0.1', () => resolve()))
  courierUrl = `http://127.0.0.1:${(courier.address() as AddressInfo).port}/phone/courier`
})
beforeEach(() => apple.setTroubles({}))
afterAll(async () => {
  await apple.close()
  courier.closeAllConnections()
  courier.close()
})

async function register(): Promise<string> {
  const reply = await fetch(`${courierUrl}/register`, { method: 'POST' })
  return ((await reply.json()) as { pushToken: string }).pushToken
}

/** The phone's connection, once it is open. */
async function openLine(token: string): Promise<{ pushes(): Push[]; close(): void }> {
  let text = ''
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${courierUrl}/stream?token=${token}`, resolve).on('error', reject),
  )
  reply.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    pushes: () => [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] as string) as Push),
    close: () => void reply.destroy(),
  }
}

/** What was waiting for the phone: everything before a push that is sent when its connection is open. */
async function waitingFor(token: string): Promise<Push[]> {
  const line = await openLine(token)
  const { apnsId } = await push(token)
  await until(() => line.pushes().some((one) => one.apnsId === apnsId), 'the last push arrives')
  line.close()
  return line.pushes().filter((one) => one.apnsId !== apnsId)
}

/** One bare request, as any HTTP/2 client would make it. */
async function push(
  token: string,
  headers: Record<string, string> = {},
  identity = client,
  body = '{}',
  method = 'POST',
) {
  const session = connect(`https://127.0.0.1:${apple.port}`, {
    ca: authority.rootPem,
    cert: identity.certificatePem,
    key: identity.privateKeyPem,
  })
  try {
    return await new Promise<{
      status: number
      apnsId: string
      reason: string | undefined
      timestamp: number | undefined
    }>((resolve, reject) => {
      session.on('error', reject)
      session.on('goaway', (_code, _id, data) => reject(new Error(String(data))))
      const stream = session.request({ ':method': method, ':path': `/3/device/${token}`, ...headers })
      let text = ''
      let status = 0
      let apnsId = ''
      stream.on('error', reject)
      stream.on('response', (reply) => {
        status = Number(reply[':status'])
        apnsId = String(reply['apns-id'])
      })
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () =>
        resolve({ status, apnsId, reason: undefined, timestamp: undefined, ...(text && JSON.parse(text)) }),
      )
      stream.end(body)
    })
  } finally {
    session.destroy()
  }
}

describe('a phone', () => {
  it('gets a token and receives a push while its connection is open', async () => {
    const token = await register()
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const line = await openLine(token)
    const { status, apnsId } = await push(token, { 'apns-topic': TOPIC })
    expect(status).toBe(200)
    await until(() => line.pushes().length > 0, 'the push arrives')
    expect(line.pushes()).toEqual([{ topic: TOPIC, apnsId, at: expect.any(String) }])
    line.close()
  })

  it('that was away finds one push per topic, the newest, and only once', async () => {
    const token = await register()
    await push(token)
    const { apnsId } = await push(token)
    expect((await waitingFor(token)).map((one) => one.apnsId)).toEqual([apnsId])
    expect(await waitingFor(token)).toEqual([])
  })

  it('that was wiped answers 410 with the time, and its connection is closed', async () => {
    const token = await register()
    const before = Date.now()
    expect((await fetch(`${courierUrl}/register?token=${token}`, { method: 'DELETE' })).status).toBe(204)
    const answer = await push(token)
    expect(answer).toMatchObject({ status: 410, reason: 'Unregistered' })
    expect(answer.timestamp).toBeGreaterThanOrEqual(before)
    expect((await fetch(`${courierUrl}/stream?token=${token}`)).status).toBe(404)
  })

  it('is still known after the service was stopped and started', async () => {
    const token = await register()
    await push(token)
    await apple.close()
    apple = await start()
    expect(await waitingFor(token)).toHaveLength(1)
  })
})

describe('a request', () => {
  it("is refused with Apple's reason for each thing that can be wrong", async () => {
    const token = await register()
    const reasons = [
      await push(token, { 'apns-topic': 'pass.other' }),
      await push('f'.repeat(64)),
      await push(token, { 'apns-id': '12' }),
      await push(token, { 'apns-priority': '7' }),
      await push(token, { 'apns-push-type': 'loud' }),
      await push(token, { 'apns-collapse-id': 'x'.repeat(65) }),
      await push(token, {}, client, ''),
      await push(token, {}, client, 'x'.repeat(4097)),
      await push(token, {}, client, '{}', 'PUT'),
    ]
    expect(reasons.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      '400 TopicDisallowed',
      '400 BadDeviceToken',
      '400 BadMessageId',
      '400 BadPriority',
      '400 InvalidPushType',
      '400 BadCollapseId',
      '400 PayloadEmpty',
      '413 PayloadTooLarge',
      '405 MethodNotAllowed',
    ])
  })

  it('over a certificate of another authority is sent away with the reason in GOAWAY', async () => {
    const stranger = await issuePassCertificate(await createAuthority(), {
      passTypeIdentifier: TOPIC,
      teamIdentifier: 'TESTTEAM01',
    })
    await expect(push(await register(), {}, stranger)).rejects.toThrow()
  })

  it('is recorded with its time, token and id', async () => {
    const token = await register()
    const { apnsId } = await push(token)
    expect(apple.requests.at(-1)).toMatchObject({ token, apnsId, topic: TOPIC, status: 200, at: expect.any(Number) })
  })
})

it('the courier answers an unknown path with 404 and not with a crash', async () => {
  const status = await new Promise((resolve) =>
    request(`${courierUrl}/nothing`, { method: 'PUT' }, (reply) => resolve(reply.statusCode)).end(),
  )
  expect(status).toBe(404)
})
