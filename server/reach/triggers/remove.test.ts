/** A trigger that has acted on many: gone at once for everybody, and cleared in parts (decision 203). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { segments } from '../../../contract/people/segments.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { triggers, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { plainTrigger } from '../../../test/plain-trigger.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { clearNext } from './remove.ts'
import { runDue } from './run.ts'
import { countTriggers, triggerNames, triggersOfPush, triggersOfSegments } from './triggers.ts'

/** More than are deleted in the call. */
const CLIENTS = 1001

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Rem${++shops}`)
  await setPlan(server, shop.c, 'advanced')
  await fillAccount(server, shop, CLIENTS)
})

const of = (triggerUuid: string, own = shop) => ({ params: { c: own.c, triggerUuid } })
const read = (id: string) => shop.owner.ask(triggers.readTrigger, of(id))
const remove = (id: string, own = shop) => own.owner.ask(triggers.removeTrigger, of(id, own))
async function make(settings: Partial<TriggerInput>, own = shop): Promise<string> {
  const { id } = await own.owner.send(triggers.createTrigger, { params: { c: own.c } })
  await own.owner.send(triggers.saveTrigger, {
    ...of(id, own),
    body: { ...plainTrigger, activation: 'birthday', ...settings, version: 1 },
  })
  return id
}
const turn = (id: string, isActive: boolean) =>
  shop.owner.ask(triggers.switchTrigger, { ...of(id), body: { isActive } })

type Table = 'trigger_acts' | 'trigger_insiders' | 'trigger_holds'
/** As if it had acted on the first clients. */
async function fill(id: string, clients: number, table: Table = 'trigger_acts', at = server.now(), own = shop) {
  const columns = {
    trigger_acts: [', occasion, at', `, 'once', '${at.toISOString()}'`],
    trigger_insiders: ['', ''],
    trigger_holds: [
      ', template_id, template_before, back_at',
      `, '${own.template}', '${own.template}', '2040-01-01'::timestamptz`,
    ],
  }[table]
  await query(
    server,
    `insert into ${table} (cabinet_id, trigger_id, client_id ${columns[0]})
     select cabinet_id, $2, id ${columns[1]} from clients where cabinet_id = $1 order by card_number limit $3`,
    [own.c, id, clients],
  )
}
async function rowsOf(id: string): Promise<Record<Table | 'triggers', number>> {
  const count = (table: string, column: string) =>
    `(select count(*)::int from ${table} where ${column} = $1) as ${table}`
  const [row] = await query<Record<Table | 'triggers', number>>(
    server,
    `select ${count('trigger_acts', 'trigger_id')}, ${count('trigger_insiders', 'trigger_id')},
       ${count('trigger_holds', 'trigger_id')}, ${count('triggers', 'id')}`,
    [id],
  )
  if (!row) throw new Error('none')
  return row
}
const NONE = { trigger_acts: 0, trigger_insiders: 0, trigger_holds: 0, triggers: 0 }
const inside = <T>(work: Parameters<typeof openForWork<T>>[2]) => openForWork(server.app, shop.c, work)

async function makeSegment(): Promise<string> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: id },
    body: { name: 'VIP', match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: 0 }], version },
  })
  return id
}

it('is nowhere from the call on, and lets go of what it uses', async () => {
  const [push, segment] = [await makePush(shop), await makeSegment()]
  const id = await make({ name: 'Gone', push, segment })
  await turn(id, true)
  await fill(id, CLIENTS)
  expect((await remove(id)).status).toBe(200)
  expect(await rowsOf(id)).toMatchObject({ triggers: 1, trigger_acts: CLIENTS })

  const list = await shop.owner.send(triggers.listTriggers, { params: { c: shop.c } })
  expect([list.triggers, list.newer]).toEqual([[], 0])
  const save = await shop.owner.ask(triggers.saveTrigger, { ...of(id), body: { ...plainTrigger, version: 2 } })
  const order = await shop.owner.ask(triggers.orderTriggers, { params: { c: shop.c }, body: [id] })
  for (const answer of [await read(id), save, order, await turn(id, true), await remove(id)])
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'trigger_not_found'])
  expect(
    await inside(async (db) => [
      await countTriggers(db),
      await triggersOfPush(db, push),
      await triggersOfSegments(db, [segment]),
      await triggerNames(db, [id]),
    ]),
  ).toEqual([{ total: 0, active: 0 }, [], [], new Map()])
  await shop.owner.send(pushes.removePush, { params: { c: shop.c, pushUuid: push } })
  await shop.owner.send(segments.removeSegment, { params: { c: shop.c, segmentUuid: segment } })
  // The first of those that are there.
  expect(await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })).toMatchObject({ position: 1 })

  await server.drainJobs()
  expect(await rowsOf(id)).toEqual(NONE)
})

it('gives its place of the plan back', async () => {
  const [id] = await Promise.all(Array.from({ length: 10 }, () => make({})))
  if (id === undefined) throw new Error('none')
  expect((await shop.owner.ask(triggers.createTrigger, { params: { c: shop.c } })).status).toBe(403)
  await fill(id, CLIENTS)
  await remove(id)
  await make({})
})

it('acts on nobody, though clients are due', async () => {
  const id = await make({ activation: 'now', push: await makePush(shop) })
  await fill(id, CLIENTS, 'trigger_insiders')
  await query(server, 'update triggers set next_run_at = $2 where id = $1', [id, server.now()])
  await remove(id)
  await runDue(server.app, shop.c, { since: server.now(), now: server.now() })
  expect(await query(server, 'select 1 from push_runs where cabinet_id = $1', [shop.c])).toEqual([])
  // As a process of the version before would see it.
  expect(
    await query(server, 'select is_active, next_run_at, insiders_after, push_id from triggers where id = $1', [id]),
  ).toEqual([{ is_active: false, next_run_at: null, insiders_after: null, push_id: null }])
})

it('holds up no other trigger by what it has done', async () => {
  const { id: gold } = await shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name: 'Gold', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
  const upper = await make({ action: 'template', template: gold })
  await fill(upper, CLIENTS)
  await fill(upper, CLIENTS, 'trigger_holds')
  const since = new Date(server.now().getTime() - 1000)
  const lower = await make({ activation: 'now', action: 'template', template: gold })
  await query(server, `delete from clients where cabinet_id = $1 and card_number > 20`, [shop.c])
  const moved = () => query(server, 'select 1 from clients where cabinet_id = $1 and template_id = $2', [shop.c, gold])
  const run = async () => {
    await query(server, 'update triggers set next_run_at = $2 where id = $1', [lower, server.now()])
    await runDue(server.app, shop.c, { since, now: server.now() })
  }
  await run()
  expect(await moved()).toHaveLength(0)
  // As it is while its rows are still being cleared, of which too few are left here for that.
  await query(server, 'update triggers set removed_at = now() where id = $1', [upper])
  await run()
  expect(await moved()).toHaveLength(20)
})

it('is deleted in the call with its rows where they are few', async () => {
  const id = await make({})
  for (const table of ['trigger_acts', 'trigger_insiders', 'trigger_holds'] as const) await fill(id, 1000, table)
  await remove(id)
  expect(await rowsOf(id)).toEqual(NONE)
  // Their cards still go back.
  expect(await query(server, 'select 1 from trigger_holds where cabinet_id = $1', [shop.c])).toHaveLength(1000)
})

it.each(['trigger_acts', 'trigger_insiders', 'trigger_holds'] as const)('is cleared in parts of %s', async (table) => {
  const id = await make({})
  await fill(id, CLIENTS, table)
  const [other, neighbour] = [await make({}), await openShop(server, `Near${shops}`)]
  await setPlan(server, neighbour.c, 'advanced')
  await fill(other, 30, table === 'trigger_holds' ? 'trigger_acts' : table)
  const theirs = await make({}, neighbour)
  await remove(id)
  // One part, and the worker is killed; nothing happens in the account of somebody else, or to one that is there.
  expect(await inside((db) => clearNext(db, id, 400))).toBe(true)
  expect(await rowsOf(id)).toMatchObject({ triggers: 1, [table]: CLIENTS - 400 })
  await openForWork(server.app, neighbour.c, (db) => clearNext(db, id))
  expect(await rowsOf(id)).toMatchObject({ triggers: 1, [table]: CLIENTS - 400 })
  await openForWork(server.app, neighbour.c, (db) => clearNext(db, theirs))
  // A client is deleted meanwhile.
  await query(server, 'delete from clients where cabinet_id = $1 and id = $2', [shop.c, idOfNo(CLIENTS)])
  await server.drainJobs()
  expect(await rowsOf(id)).toEqual(NONE)
  expect(await inside((db) => clearNext(db, id))).toBe(false)
  expect(await rowsOf(other)).toMatchObject({ triggers: 1 })
  expect(Math.max(...Object.values(await rowsOf(other)))).toBe(30)
  expect(await rowsOf(theirs)).toMatchObject({ triggers: 1 })
  const holds = await query(server, 'select 1 from trigger_holds where cabinet_id = $1', [shop.c])
  expect(holds).toHaveLength(table === 'trigger_holds' ? CLIENTS - 1 : 0)
})
