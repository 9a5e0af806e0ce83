/** What ends the waiting of a phone ends the waiting of its messages, whichever worker is killed in between. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { inputOf } from '../../../test/client-input.ts'
import { makeJobsDue, query, retryNow, setPlan } from '../../../test/direct-access.ts'
import { behind, isMessage, openGate } from '../../../test/google-gate.ts'
import { inbox, latestRun, makePush, newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import type { Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { retryGoogleLater } from '../passes/passes.ts'
import { retryWallet } from './retry.ts'
import { sendChunk } from './send.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  apple().setTroubles({})
  server.passTime(60_000)
  shop = await openShop(server, `Once${next++}`)
  await setPlan(server, shop.c, 'base')
})

const apple = () => server.outside.applePush
const askedOf = (phone: Iphone) => apple().requests.filter((one) => one.token === phone.pushToken).length
const serialOf = (phone: Iphone) => phone.pass.json.serialNumber

async function start(message: string): Promise<string> {
  const pushUuid = await makePush(shop, message)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  return pushUuid
}

/** A push to one phone of three that Apple did not accept yet. */
async function waitingPush(): Promise<{ id: string; phone: Iphone }> {
  const phone = await newIphone(server, shop, 'Waits')
  for (const name of ['There', 'Too']) await newIphone(server, shop, name)
  apple().setTroubles({ status429Tokens: [phone.pushToken], retryAfterS: 60 })
  const id = await start('For three')
  await server.drainJobs()
  apple().setTroubles({})
  expect(await latestRun(shop, id)).toMatchObject({ cards: 3, sent: 2, waiting: 1 })
  return { id, phone }
}

it('a worker killed after Apple has accepted a retry: the message counts as sent in the end', async () => {
  const { id, phone } = await waitingPush()
  // As a kill between the two: Apple's answer can be stored, what it means for the message cannot.
  await query(
    server,
    `create function is_killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger is_killed before update on client_messages for each row execute function is_killed()`,
  )
  const asked = askedOf(phone)
  server.passTime(61_000)
  await expect(retryWallet.handle(server.app, { cabinetId: shop.c, wallet: 'apple' })).rejects.toThrow('killed')
  expect(askedOf(phone)).toBe(asked + 1)
  await query(server, 'drop function is_killed() cascade')
  await retryNow(server)
  await retryNow(server)
  expect(await latestRun(shop, id)).toMatchObject({ cards: 3, sent: 3, failed: 0, waiting: 0 })
})

it('a phone that is reached by another change of its card has the message that waited', async () => {
  const { id, phone } = await waitingPush()
  server.passTime(61_000)
  const [{ client_id: client } = { client_id: '' }] = await query<{ client_id: string }>(
    server,
    'select client_id from passes where id = $1',
    [serialOf(phone)],
  )
  const at = { params: { c: shop.c, id: client } }
  const body = { ...inputOf(await shop.owner.send(clients.readClient, at)), bonusMinor: 700 }
  await shop.owner.send(clients.saveClient, { ...at, body })
  await query(server, `delete from pgboss.job where name = 'retry-wallet'`)
  await server.drainJobs()
  expect(await latestRun(shop, id)).toMatchObject({ cards: 3, sent: 3, waiting: 0 })
})

it('a card that changes while its phone is asked again keeps its retry', async () => {
  const { phone } = await waitingPush()
  const change = new pg.Client(server.superuser.options)
  await change.connect()
  try {
    await change.query('begin')
    await change.query('update passes set version = version + 1 where id = $1', [serialOf(phone)])
    const asked = askedOf(phone)
    server.passTime(61_000)
    const retried = retryWallet.handle(server.app, { cabinetId: shop.c, wallet: 'apple' })
    await until(() => askedOf(phone) > asked, 'Apple is asked')
    await change.query('commit')
    await retried
    expect(askedOf(phone)).toBe(asked + 2)
  } finally {
    await change.end()
  }
  expect(await query(server, 'select from wallet_retries where cabinet_id = $1', [shop.c])).toEqual([])
})

it('a card that has left every wallet before its batch has failed, and nothing waits for it', async () => {
  const phone = await newIphone(server, shop, 'Leaves')
  const id = await start('Too late')
  await phone.unregister()
  await server.drainJobs()
  expect(await latestRun(shop, id)).toMatchObject({ cards: 1, sent: 0, failed: 1, waiting: 0 })
})

const chunks = () =>
  query<{ runId: string; passes: string[] }>(
    server,
    `select k.run_id as "runId", k.passes from push_chunks k
      join push_runs r on r.cabinet_id = k.cabinet_id and r.id = k.run_id
      where k.cabinet_id = $1 order by r.created_at`,
    [shop.c],
  )

it('two workers with one message for Google: it is added once', async () => {
  const android = await newAndroid(server, shop, 'Twice')
  const id = await start('Only one')
  const { runId = '', passes = [] } = (await chunks())[0] ?? {}
  const gate = await openGate(server.app.outside.google.apiUrl, isMessage)
  try {
    const slow = behind(server, gate)
    const sent = sendChunk.handle(slow, { cabinetId: shop.c, runId, no: 0 })
    await until(() => gate.held() > 0, 'the first worker is sending it')
    await retryGoogleLater(server.app, shop.c, passes)
    server.passTime(3_000)
    await retryWallet.handle(server.app, { cabinetId: shop.c, wallet: 'google' })
    gate.open()
    await sent
  } finally {
    gate.close()
  }
  await makeJobsDue(server)
  await server.drainJobs()
  await retryNow(server)
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Only one']])
  expect(await latestRun(shop, id)).toMatchObject({ cards: 1, sent: 1, waiting: 0 })
  expect(await query(server, 'select from wallet_retries where cabinet_id = $1', [shop.c])).toEqual([])
})
