/** Google keeps ten messages of a card: two that come at one moment both stay. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { makeJobsDue, query, retryNow, setPlan } from '../../../test/direct-access.ts'
import { behind, isRoom, openGate } from '../../../test/google-gate.ts'
import { inbox, latestRun, makePush, newAndroid } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { sendChunk } from './send.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.passTime(60_000)
  shop = await openShop(server, `Room${next++}`)
  await setPlan(server, shop.c, 'base')
})

async function start(message: string): Promise<string> {
  const pushUuid = await makePush(shop, message)
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  return pushUuid
}

const chunks = () =>
  query<{ runId: string; passes: string[] }>(
    server,
    `select k.run_id as "runId", k.passes from push_chunks k
      join push_runs r on r.cabinet_id = k.cabinet_id and r.id = k.run_id
      where k.cabinet_id = $1 order by r.created_at`,
    [shop.c],
  )

it.each([
  ['two workers', false],
  ['one worker', true],
])('%s with two messages for a card that holds ten: one waits for the room of the other', async (_, isOne) => {
  const android = await newAndroid(server, shop, 'Full')
  const [{ id: client } = { id: '' }] = await query<{ id: string }>(
    server,
    'select client_id as id from passes where cabinet_id = $1 and google_saved_at is not null',
    [shop.c],
  )
  for (let no = 1; no <= 10; no++) {
    await shop.owner.send(clients.sendMessage, { params: { c: shop.c, id: client }, body: { message: `Old ${no}` } })
    await server.drainJobs()
  }
  const ids = [await start('First'), await start('Second')]
  const [first, second] = (await chunks()).map(({ runId }) => ({ cabinetId: shop.c, runId, no: 0 }))
  if (!first || !second) throw new Error('two pushes have two chunks')
  const gate = await openGate(server.app.outside.google.apiUrl, isRoom)
  try {
    const slow = behind(server, gate)
    const sent = [sendChunk.handle(slow, first)]
    await until(() => gate.held() > 0, 'the first worker makes room')
    if (isOne) sent.push(sendChunk.handle(slow, second))
    else await sendChunk.handle(server.app, second)
    gate.open()
    await Promise.all(sent)
  } finally {
    gate.close()
  }
  await makeJobsDue(server)
  await server.drainJobs()
  await retryNow(server)
  const texts = (await inbox(android)).map(([, text]) => text)
  expect(texts).toHaveLength(10)
  expect(texts.slice(-2).toSorted()).toEqual(['First', 'Second'])
  for (const id of ids) expect(await latestRun(shop, id)).toMatchObject({ cards: 1, sent: 1, failed: 0, waiting: 0 })
})
