import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Hook, hooks } from '../../../contract/business/hooks.ts'
import type { ChangedClient } from '../../../contract/people/changes.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, request, signIn } from '../../../test/people.ts'
import { until } from '../../../test/until.ts'
import { sendToHook, wakeHooks } from './jobs.ts'

setUpClients()

type Received = { body: string; signature: string; data: { id: string; at: string; changes: ChangedClient[] } }
let receiver: Server
let url: string
let received: Received[] = []
/** What the address answers next; the last one for ever. */
let answers: (number | 'hang' | 'break')[] = [200]

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}
beforeAll(async () => {
  receiver = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const data = JSON.parse(body) as Received['data']
      received.push({ body, data, signature: String(incoming.headers['x-signature']) })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === 'break') return void response.destroy()
      if (typeof answer === 'number') response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('any words')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/changes`
  Object.assign(server.app.outside.crm, { trustedPlaces: [...server.app.outside.crm.trustedPlaces, url] })
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received = []
  answers = [200]
})

const params = () => ({ c: shop.c })
const connect = async () => shop.owner.send(hooks.connectHook, { params: params(), body: { url } })
const hook = async (): Promise<Hook> => {
  const { hook: found } = await shop.owner.send(hooks.readHook, { params: params() })
  if (!found) throw new Error('there is no hook')
  return found
}
const make = (name: string) => shop.owner.send(holders.createClient, { params: params(), body: { name } })
const send = () => sendToHook.handle(server.app, { cabinetId: shop.c })
/** Sends until so many clients have arrived: open transactions of other databases hold changes back. */
const sendUntil = (isDone: () => boolean) =>
  until(async () => {
    await send()
    return isDone()
  }, 'everything is sent')
const arrived = () => received.flatMap(({ data }) => data.changes.map(({ id }) => id))

describe('an address for changed clients', () => {
  it('gets who has changed since, signed, and nothing twice', async () => {
    const { secret, hook: connected } = await connect()
    expect(connected).toMatchObject({ url, state: 'active', sent: 0, failure: null })
    const { id } = await make('Ada')
    await sendUntil(() => arrived().includes(id))
    const [{ body, signature, data }] = received as [Received]
    const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(data).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), at: expect.any(String) })
    expect(data.changes.find((one) => one.id === id)).toMatchObject({ state: 'active', client: { name: 'Ada' } })
    const { length } = received
    await send()
    expect(received).toHaveLength(length)
    expect(await hook()).toMatchObject({ state: 'active', sent: arrived().length, lastSentAt: expect.any(String) })
  })

  it('is woken every minute', async () => {
    const { id } = await make('Minute')
    await until(async () => {
      await wakeHooks.handle(server.app, {})
      await server.drainJobs()
      return arrived().includes(id)
    }, 'the minute sends it')
  })

  it.each([500, 302, 'hang', 'break'] as const)(
    'that answers %s is asked again later with the same id, and then goes on',
    async (trouble) => {
      answers = [trouble, 200]
      const { id } = await make('Again')
      await sendUntil(() => received.length > 0)
      const failed = await hook()
      expect(failed).toMatchObject({
        state: 'retrying',
        failure: {
          reason: typeof trouble === 'number' ? 'refused' : 'unreachable',
          status: typeof trouble === 'number' ? trouble : null,
          count: 1,
          nextAt: expect.any(String),
        },
      })
      await send()
      expect(received).toHaveLength(1)
      server.passTime(2 * MINUTE_MS)
      await sendUntil(() => received.length > 1)
      expect(received[1]?.data.id).toBe(received[0]?.data.id)
      expect(received[1]?.data.changes.map((one) => one.id)).toContain(id)
      expect(await hook()).toMatchObject({ state: 'active', failure: null })
    },
    30_000,
  )

  it('that fails for three days is stopped, the team is notified, and a restart sends what waits', async () => {
    answers = [503]
    const { id } = await make('Patience')
    await sendUntil(() => received.length > 0)
    for (let hours = 0; hours < 80 && (await hook()).state !== 'stopped'; hours++) {
      server.passTime(60 * MINUTE_MS)
      await send()
    }
    const stopped = await hook()
    expect(stopped).toMatchObject({ state: 'stopped', failure: { reason: 'refused', status: 503, nextAt: null } })
    const notices = await query(server, "select detail from notifications where type = 'integration_failed'")
    expect(notices).toEqual([{ detail: expect.objectContaining({ crm: new URL(url).host }) }])
    const asked = received.length
    server.passTime(60 * MINUTE_MS)
    await send()
    expect(received).toHaveLength(asked)
    answers = [200]
    expect((await shop.owner.send(hooks.restartHook, { params: params() })).hook.state).toBe('retrying')
    await send()
    expect(received.at(-1)?.data.changes.map((one) => one.id)).toContain(id)
    expect(await hook()).toMatchObject({ state: 'active', failure: null })
  })

  it('that answers 410 is stopped at once', async () => {
    answers = [410]
    await make('Gone')
    await sendUntil(() => received.length > 0)
    expect(await hook()).toMatchObject({ state: 'stopped', failure: { status: 410 } })
    await shop.owner.send(hooks.removeHook, { params: params() })
    expect(await shop.owner.send(hooks.readHook, { params: params() })).toEqual({ hook: null })
  })

  it('that was away for longer than changes are kept says so, and starts from now', async () => {
    await connect()
    await query(server, 'insert into client_changes_dropped values ($1, 1) on conflict do nothing', [shop.c])
    await query(
      server,
      `update client_hooks set place = '0' || substr(place, strpos(place, '_')) where cabinet_id = $1`,
      [shop.c],
    )
    await send()
    expect(await hook()).toMatchObject({ state: 'stopped', failure: { reason: 'forgotten' } })
    expect((await shop.owner.send(hooks.restartHook, { params: params() })).hook).toMatchObject({
      state: 'active',
      failure: null,
    })
    const { id } = await make('Afresh')
    await sendUntil(() => arrived().includes(id))
  })

  it.each([
    'http://shop.example/changes',
    'https://127.0.0.1/changes',
    'https://shop.example:22/',
    'https://user:word@shop.example/',
  ])('is not %s', async (address) => {
    const answer = await shop.owner.ask(hooks.connectHook, { params: params(), body: { url: address } })
    expect([answer.status, answer.body.error?.code, Object.keys(answer.body.error?.fields ?? {})]).toEqual([
      422,
      'invalid_input',
      ['url'],
    ])
  })

  it('keeps its secret sealed, and is another one after it is connected anew', async () => {
    const { secret } = await connect()
    const [row] = await query<{ sealed_secret: Buffer }>(server, 'select sealed_secret from client_hooks')
    expect(row?.sealed_secret.toString()).not.toContain(secret)
    expect(JSON.stringify(await shop.owner.send(hooks.readHook, { params: params() }))).not.toContain(secret)
    expect((await connect()).secret).not.toBe(secret)
  })
})

describe('who connects an address', () => {
  it('a program with a key that may write; one that may read sees it', async () => {
    const other = await openShop(server, 'Hanna')
    await setPlan(server, other.c, 'expert')
    const keyOf = async (scopes: ('clients:read' | 'clients:write')[]) =>
      (await other.owner.send(keys.createKey, { params: { c: other.c }, body: { name: 'P', scopes, endsAt: null } }))
        .secret
    const input = { params: { c: other.c }, body: { url } }
    const [reader, writer] = [await keyOf(['clients:read']), await keyOf(['clients:write'])]
    expect((await request(server, hooks.connectHook, input, reader)).status).toBe(403)
    expect((await request(server, hooks.connectHook, input, writer)).status).toBe(201)
    const answer = await request(server, hooks.readHook, { params: { c: other.c } }, reader)
    expect((answer.body.data as { hook: Hook }).hook.url).toBe(url)
  })

  it('no stranger', async () => {
    const stranger = await signIn(server, 'Sten')
    expect((await stranger.ask(hooks.readHook, { params: params() })).status).toBe(404)
  })
})
