import { afterAll, beforeAll, expect, it } from 'vitest'
import { operator } from '../../../contract/business/operator.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { makeJobsDue, query, setPlan } from '../../../test/direct-access.ts'
import { inbox, latestRun, makePush, newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Person, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

let server: TestServer
let shop: Shop
let watcher: Person
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Kill')
  await setPlan(server, shop.c, 'base')
  await server.drainJobs()
  watcher = await signIn(server, 'Watcher')
  await query(server, 'update users set superuser = true where email = $1', [watcher.email])
})
afterAll(() => server?.close())

const failedJobs = async () => (await watcher.send(operator.listFailedJobs, { query: {} })).data

/** As if the worker had been killed at the last try: nobody beats for the job any more. */
async function killAtLastTry(name: string): Promise<void> {
  await query(
    server,
    `update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 hour',
      heartbeat_on = now() - interval '1 hour' where name = $1 and state < 'active'`,
    [name],
  )
  await until(async () => (await failedJobs()).length > 0, 'the job is parked')
}

it('a worker killed at the last try of a chunk: the push ends, the operator sees it and repeats it', async () => {
  const [iphone, android] = [await newIphone(server, shop, 'Left1'), await newAndroid(server, shop, 'Left2')]
  const pushUuid = await makePush(shop, 'Second chance')
  const params = { c: shop.c, pushUuid }
  await shop.owner.send(pushes.startSend, { params })
  await killAtLastTry('send-chunk')
  await server.app.jobs.endParked(server.app)
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: 2, sent: 0, failed: 2, endedAt: expect.any(String) })
  expect(await shop.owner.send(pushes.readPush, { params })).toMatchObject({ status: 'not_sent' })

  const [job] = await failedJobs()
  expect(job).toMatchObject({
    name: 'send-chunk',
    subject: 'pushes',
    cabinet: { id: shop.c, name: 'Kill shop' },
    reason: expect.stringMatching(/heartbeat timeout|timed out/),
  })
  expect((await watcher.send(operator.summary, {})).failedJobs).toBe(1)
  await watcher.send(operator.repeatFailedJob, { params: { uuid: job?.id ?? '' } })
  await makeJobsDue(server)
  await server.drainJobs()
  expect(await iphone.update()).toEqual(['Second chance'])
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', 'Second chance']])
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: 2, sent: 2, failed: 0 })
  expect(await shop.owner.send(pushes.readPush, { params })).toMatchObject({ status: 'done' })
  expect(await failedJobs()).toEqual([])
})

it('giving up twice counts once, and a repeated job that is not there any more is refused', async () => {
  await newIphone(server, shop, 'Again')
  const pushUuid = await makePush(shop, 'Once more')
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  await killAtLastTry('send-chunk')
  for (let round = 0; round < 2; round++) await server.app.jobs.endParked(server.app)
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: 3, failed: 3 })
  const uuid = (await failedJobs())[0]?.id ?? ''
  await watcher.send(operator.deleteFailedJob, { params: { uuid } })
  expect(await failedJobs()).toEqual([])
  for (const call of [operator.repeatFailedJob, operator.deleteFailedJob])
    expect((await watcher.ask(call, { params: { uuid } })).body.error?.code).toBe('job_not_found')
})
