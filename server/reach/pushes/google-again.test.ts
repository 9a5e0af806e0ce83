/** What Google is asked when messages are sent again: as little as is needed, and soon after a worker has died. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { query, retryNow, setPlan } from '../../../test/direct-access.ts'
import { behind, isMessage, openGate } from '../../../test/google-gate.ts'
import { inbox, latestRun, makePush, newAndroid, newHolder } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { objectIdOf } from '../passes/google-object.ts'
import { retryGoogleLater } from '../passes/passes.ts'
import { retryWallet } from './retry.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(60_000)
  shop = await openShop(server, `Again${next++}`)
  await setPlan(server, shop.c, 'base')
})

async function start(message: string): Promise<string> {
  const pushUuid = await makePush(shop, message)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  return pushUuid
}

const cards = async () =>
  (await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1', [shop.c])).map(({ id }) => id)

/** What is asked about objects while this runs, in order. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const before = server.outside.googleWallet.requests().length
  await work()
  const requests = server.outside.googleWallet.requests().slice(before)
  return requests
    .filter(({ path }) => path.includes('/loyaltyObject/'))
    .map(({ method, path }) => (path.endsWith('/addMessage') ? 'add' : method))
}

/** A push whose messages are written, and nobody was asked: the database refused each claim. */
async function neverTried(): Promise<void> {
  await query(
    server,
    `create function is_away() returns trigger language plpgsql as $$ begin
      raise 'terminating connection' using errcode = '57P01'; end $$;
    create trigger is_away before update of google_claim on client_messages
      for each row execute function is_away()`,
  )
  await start('New')
  await expect(server.drainJobs()).rejects.toThrow('terminating')
  await query(server, 'drop function is_away() cascade')
}

it('a message that no worker has tried is sent without a look at what Google has', async () => {
  const android = await newAndroid(server, shop, 'Untried')
  await neverTried()
  await query(server, `delete from pgboss.job where name = 'send-chunk'`)
  await retryGoogleLater(server.app, shop.c, await cards())
  expect((await asked(() => retryNow(server))).filter((one) => one !== 'PATCH')).toEqual(['add'])
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'New']])
})

it('a message to one client is not looked for before its first try', async () => {
  const android = await newAndroid(server, shop, 'Alone')
  const [{ id } = { id: '' }] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1', [
    shop.c,
  ])
  const requests = await asked(async () => {
    await shop.owner.send(clients.sendMessage, { params: { c: shop.c, id }, body: { message: 'Only you' } })
    await server.drainJobs()
  })
  expect(requests.filter((one) => one !== 'PATCH')).toEqual(['add'])
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Only you']])
})

it('cards of a worker that died are sent their messages a minute later', async () => {
  const phones = [await newAndroid(server, shop, 'Dies'), await newAndroid(server, shop, 'Waits')]
  server.outside.googleWallet.setTroubles({ status500Rate: 1 })
  const id = await start('In the end')
  await server.drainJobs()
  server.outside.googleWallet.setTroubles({ status500Rate: 0 })
  server.passTime(15 * 60_000)
  // Held for good, as a worker that is killed holds what it has taken.
  const gate = await openGate(server.app.outside.google.apiUrl, isMessage)
  const dead = retryWallet.handle(behind(server, gate), { cabinetId: shop.c, wallet: 'google' })
  try {
    await until(() => gate.held() > 0, 'it is sending one')
    await retryNow(server, 61_000)
    for (const phone of phones) expect(await inbox(phone)).toEqual([['TEXT_AND_NOTIFY', 'In the end']])
    expect(await latestRun(shop, id)).toMatchObject({ cards: 2, sent: 2, waiting: 0 })
  } finally {
    gate.open()
    await dead.finally(() => gate.close())
  }
})

it.each([
  ['never sent', false],
  ['sent, and Google has lost it', true],
])('a card that Google does not know (%s) is made with its message', async (_, isSent) => {
  await newHolder(server, shop, 'Unknown')
  const [id = ''] = await cards()
  await query(
    server,
    // The message is the next version of the card.
    `update passes set google_object_id = $2, google_saved_at = now(),
      google_version = case when $3 then version + 1 else 0 end where id = $1`,
    [id, objectIdOf(server.app.outside.google.issuerId, shop.c, id), isSent],
  )
  const push = await start('Hello again')
  await server.drainJobs()
  expect(await latestRun(shop, push)).toMatchObject({ cards: 1, sent: 1, failed: 0, waiting: 0 })
})
