import { afterAll, beforeAll, expect, it } from 'vitest'
import { triggers } from '../../../contract/reach/triggers.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { runTriggers, wakeTriggers } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Otto')
  await setPlan(server, shop.c, 'advanced')
})
afterAll(() => server?.close())

async function welcome(text: string): Promise<string> {
  const push = await makePush(shop, text)
  const { id: triggerUuid } = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  const body = {
    name: text,
    activation: 'now' as const,
    segment: null,
    action: 'push' as const,
    push,
    template: null,
    date: null,
    time: null,
    daysToBirthday: 0,
    daysAfterCreate: 1,
    removeTemplateAfterDays: null,
    version: 1,
  }
  await shop.owner.send(triggers.saveTrigger, { params: { c: shop.c, triggerUuid }, body })
  await server.drainJobs()
  return triggerUuid
}

async function refuseActsOf(triggerUuid: string): Promise<void> {
  await query(
    server,
    `create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise 'out of order'; end $$`,
  )
  await query(
    server,
    `create trigger refuse before insert on trigger_acts for each row when (new.trigger_id = '${triggerUuid}')
      execute function refuse()`,
  )
}

async function look(): Promise<void> {
  server.passTime(11 * MINUTE_MS)
  await wakeTriggers.handle(server.app, {})
  await server.drainJobs()
}

const runsOf = async (triggerUuid: string) =>
  (await query(server, 'select 1 from push_runs where trigger_id = $1', [triggerUuid])).length

it('a trigger that throws is tried again later and holds up no other', async () => {
  const [broken, sound] = [await welcome('First'), await welcome('Second')]
  await refuseActsOf(broken)
  const phone = await newIphone(server, shop, 'Served')
  await look()
  expect([await runsOf(broken), await runsOf(sound)]).toEqual([0, 1])
  expect(await phone.update()).toEqual(['Second'])
  await query(server, 'drop trigger refuse on trigger_acts')
  await look()
  expect([await runsOf(broken), await runsOf(sound)]).toEqual([1, 1])
  expect(await phone.update()).toEqual(['First'])
})

it('a pass that a killed worker has begun goes on as the same one: nobody gets two messages in it', async () => {
  const [upper, lower] = [await welcome('Upper'), await welcome('Lower')]
  const phone = await newIphone(server, shop, 'Once')
  server.passTime(11 * MINUTE_MS)
  const since = server.now().toISOString()
  // The worker was killed after the trigger that is placed higher.
  const soon = new Date(server.now().getTime() + MINUTE_MS)
  await query(server, 'update triggers set next_run_at = $2 where cabinet_id = $1', [shop.c, soon])
  await query(server, 'update triggers set next_run_at = $2 where id = $1', [upper, server.now()])
  await runTriggers.handle(server.app, { cabinetId: shop.c, since })
  await query(server, 'update triggers set next_run_at = $2 where id = $1', [lower, server.now()])
  await runTriggers.handle(server.app, { cabinetId: shop.c, since })
  await server.drainJobs()
  expect(await phone.update()).toEqual(['Upper'])
})
