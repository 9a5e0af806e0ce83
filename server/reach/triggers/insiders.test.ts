/** A trigger for those who enter a segment is turned on in a large account: who is inside by then has not entered. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { segments } from '../../../contract/people/segments.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { triggers, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { insideCabinet } from '../../base/db.ts'
import { recordInsiders, recordNext } from './insiders.ts'
import { wakeTriggers } from './jobs.ts'
import { runDue } from './run.ts'
import { lockDue } from './sql.ts'

/** Three parts. */
const CLIENTS = 2_500
const PART = 1_000
/** Every second one has many points. */
const INSIDE = CLIENTS / 2

let server: TestServer
let shop: Shop
let shops = 0
let segment: string
let settings: TriggerInput
let id: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Inside${++shops}`)
  await setPlan(server, shop.c, 'advanced')
  await fillAccount(server, shop, CLIENTS)
  await points(20_000, 'card_number % 2 = 0')
  segment = await segmentFrom(100)
  settings = {
    name: 'Welcome',
    activation: 'input',
    segment,
    action: 'push',
    push: await makePush(shop),
    template: null,
    date: null,
    time: null,
    daysToBirthday: 0,
    daysAfterCreate: 1,
    removeTemplateAfterDays: null,
  }
  id = (await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })).id
  await save({})
})

const points = (value: number, where: string) =>
  query(
    server,
    `begin; set local session_replication_role = replica;
     update clients set bonus_minor = ${value} where cabinet_id = ${shop.c} and ${where}; commit`,
  )
async function segmentFrom(value: number): Promise<string> {
  const made = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: made.id },
    body: {
      name: `From ${value}`,
      match: 'all',
      criteria: [{ kind: 'bonus', operator: 'gte', value }],
      version: made.version,
    },
  })
  return made.id
}
const of = () => ({ params: { c: shop.c, triggerUuid: id } })
const read = () => shop.owner.send(triggers.readTrigger, of())
async function save(change: Partial<TriggerInput>) {
  const { version } = await read()
  return shop.owner.send(triggers.saveTrigger, { ...of(), body: { ...settings, ...change, version } })
}
const turn = (isActive: boolean) => shop.owner.send(triggers.switchTrigger, { ...of(), body: { isActive } })

const count = async (text: string) =>
  (await query<{ n: number }>(server, `select count(*)::int as n from ${text} where trigger_id = $1`, [id]))[0]?.n
const insiders = () => count('trigger_insiders')
const acted = () => count('trigger_acts')
/** A worker that is killed behind the next part. */
const recordOne = () => insideCabinet(server.app.database, shop.c, (db) => recordNext(db, id, server.now()))
const record = () => recordInsiders(server.app, shop.c, server.now())
const run = () => runDue(server.app, shop.c, { since: server.now(), now: server.now() })
/** Its next look is due. */
async function look(): Promise<void> {
  server.passTime(11 * MINUTE_MS)
  await run()
}
const merge = (kept: number, gone: number) =>
  shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: idOfNo(kept) }, body: { client: idOfNo(gone) } })

it('records the first part in the call and acts on nobody before the last one', async () => {
  expect(await turn(true)).toMatchObject({ isActive: true, nextRunAt: null })
  expect(await insiders()).toBe(PART / 2)
  // Whatever is written there by a process of the version before.
  await query(server, 'update triggers set next_run_at = $2 where id = $1', [id, server.now()])
  expect(await recordOne()).toBe(true)
  expect(await insideCabinet(server.app.database, shop.c, (db) => lockDue(db, server.now()))).toEqual([])
  server.passTime(11 * MINUTE_MS)
  await run()
  expect([await insiders(), await acted()]).toEqual([INSIDE, 0])
  expect((await read()).nextRunAt).not.toBeNull()

  await points(20_000, 'card_number in (1, 2499)')
  await look()
  expect([await insiders(), await acted()]).toEqual([INSIDE + 2, 2])
})

it('goes on behind the last part when a worker is killed, and two at once record everybody once', async () => {
  await turn(true)
  await recordOne()
  // Nobody has left the first part, which is not looked at again.
  await points(0, 'card_number <= 100')
  await Promise.all([record(), record()])
  expect([await insiders(), (await read()).nextRunAt]).toEqual([INSIDE, expect.any(String)])
  await look()
  expect([await insiders(), await acted()]).toEqual([INSIDE - 50, 0])
})

it('is taken up again by the next minute when a part fails, and holds up no other trigger', async () => {
  await query(
    server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
     create trigger refuse before insert on trigger_insiders for each row
     when (new.client_id = '${idOfNo(1_200)}') execute function refuse()`,
  )
  await turn(true)
  await server.drainJobs()
  await query(server, 'drop function refuse cascade')
  expect(await insiders()).toBe(PART / 2)
  await wakeTriggers.handle(server.app, {})
  await server.drainJobs()
  expect([await insiders(), (await read()).nextRunAt]).toEqual([INSIDE, expect.any(String)])
})

it('ends when it is turned off in between, and begins anew when it is turned on again', async () => {
  await turn(true)
  await recordOne()
  expect(await turn(false)).toMatchObject({ isActive: false, nextRunAt: null })
  expect([await recordOne(), await insiders()]).toEqual([false, PART])
  await points(0, 'card_number <= 100')
  await points(20_000, 'card_number in (1, 2499)')
  await turn(true)
  await record()
  expect(await insiders()).toBe(INSIDE - 50 + 2)
  await look()
  expect(await acted()).toBe(0)
})

it('begins anew for another segment, and not for another name', async () => {
  await turn(true)
  await recordOne()
  expect(await save({ name: 'Hello' })).toMatchObject({ nextRunAt: null })
  expect(await insiders()).toBe(PART)
  await points(50_000, 'card_number % 5 = 0')
  await save({ segment: await segmentFrom(50_000) })
  await record()
  expect(await insiders()).toBe(CLIENTS / 5)
  await look()
  expect(await acted()).toBe(0)
})

it('ends for another occasion', async () => {
  await turn(true)
  await save({ activation: 'purchase' })
  expect([await recordOne(), (await read()).nextRunAt]).toEqual([false, expect.any(String)])
})

it('whoever becomes one with an insider in between has not entered', async () => {
  await turn(true)
  // Client 1 was looked at and is outside; client 2400 is inside and was not looked at.
  await merge(1, 2_400)
  await merge(2_401, 2)
  await record()
  await look()
  expect(await acted()).toBe(0)
})

it('whoever is parted in between from an insider has not entered', async () => {
  await merge(2_400, 2)
  await turn(true)
  await shop.owner.send(merges.undoMerge, {
    params: { c: shop.c, id: idOfNo(2_400) },
    body: { client: idOfNo(2) },
  })
  await record()
  await look()
  expect(await acted()).toBe(0)
})
