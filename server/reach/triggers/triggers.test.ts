import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { triggers, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Tara${next++}`)
  await setPlan(server, shop.c, 'advanced')
})

const input = (change: Partial<TriggerInput> = {}): TriggerInput => ({
  name: 'Gift',
  activation: 'birthday',
  segment: null,
  action: 'push',
  push: null,
  template: null,
  date: null,
  time: null,
  daysToBirthday: 0,
  daysAfterCreate: 7,
  removeTemplateAfterDays: null,
  ...change,
})
const create = () => shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
const read = (triggerUuid: string) => shop.owner.send(triggers.readTrigger, { params: { c: shop.c, triggerUuid } })
const list = () => shop.owner.send(triggers.listTriggers, { params: { c: shop.c } })
const save = (triggerUuid: string, change: Partial<TriggerInput>, version = 1) =>
  shop.owner.ask(triggers.saveTrigger, { params: { c: shop.c, triggerUuid }, body: { ...input(change), version } })
const turn = (triggerUuid: string, isActive: boolean) =>
  shop.owner.ask(triggers.switchTrigger, { params: { c: shop.c, triggerUuid }, body: { isActive } })
const remove = (triggerUuid: string) => shop.owner.ask(triggers.removeTrigger, { params: { c: shop.c, triggerUuid } })
async function make(change: Partial<TriggerInput>): Promise<string> {
  const { id } = await create()
  expect((await save(id, change)).status).toBe(200)
  return id
}
const answer = (response: {
  status: number
  body: { error?: { code: string; fields?: Record<string, { code: string }> } }
}) => [
  response.status,
  response.body.error?.code,
  Object.entries(response.body.error?.fields ?? {})
    .map(([field, { code }]) => `${field} ${code}`)
    .join(),
]

it('begins as a draft that is in no list, and is last once it is saved', async () => {
  const push = await makePush(shop, 'Happy birthday')
  const first = await make({ push })
  const draft = await create()
  expect(draft).toMatchObject({ name: '', isDraft: true, isActive: false, version: 1, nextRunAt: null, lastRun: null })
  expect((await list()).triggers.map((one) => one.id)).toEqual([first])
  expect((await remove(draft.id)).status).toBe(200)
  const second = await make({ name: 'Later', activation: 'create', push, daysAfterCreate: 3 })
  expect(await list()).toMatchObject({
    limit: 10,
    newer: 0,
    areCardsActive: true,
    triggers: [
      { id: first, position: 1, missing: [], allowed: { toggle: true, remove: true } },
      { id: second, position: 2, daysAfterCreate: 3, push: { id: push, name: 'Friday', status: 'draft' } },
    ],
  })
})

it('is active only while nothing is missing, and lists what is', async () => {
  const empty = await makePush(shop, ' ')
  const id = await make({ activation: 'date', push: empty })
  expect((await read(id)).missing).toEqual(['date', 'time', 'message'])
  expect(answer(await turn(id, true))).toEqual([
    424,
    'trigger_incomplete',
    'date trigger_date,time trigger_time,push trigger_message',
  ])
  const push = await makePush(shop)
  expect((await save(id, { push }, 2)).status).toBe(200)
  expect((await turn(id, true)).status).toBe(200)
  expect((await read(id)).nextRunAt).toMatch(/T07:00:00/)
  expect(answer(await save(id, { push: null }, 3))).toEqual([424, 'trigger_incomplete', 'push trigger_push'])
  expect((await read(id)).push?.id).toBe(push)
  expect((await turn(id, false)).body.data).toMatchObject({ isActive: false, nextRunAt: null })
})

it.each([
  ['too far before a birthday', { daysToBirthday: 61 }, 422, 'invalid_input'],
  ['no day after the card', { daysAfterCreate: 0 }, 422, 'invalid_input'],
  ['a time that no clock shows', { time: '24:00' }, 422, 'invalid_input'],
  ['no name', { name: ' ' }, 422, 'invalid_input'],
  ["another cabinet's segment", { segment: crypto.randomUUID() }, 404, 'segment_not_found'],
  ['no such push', { push: crypto.randomUUID() }, 404, 'push_not_found'],
  ['no such template', { template: crypto.randomUUID() }, 404, 'template_not_found'],
])('with %s is refused, and nothing is saved', async (_, change, status, code) => {
  const { id } = await create()
  const response = await save(id, change)
  expect([response.status, response.body.error?.code]).toEqual([status, code])
  expect(await read(id)).toMatchObject({ version: 1, isDraft: true })
})

describe('a date', () => {
  it('that has passed is refused and nothing is saved', async () => {
    const push = await makePush(shop)
    const { id } = await create()
    expect(answer(await save(id, { activation: 'date', date: '2026-01-01', time: '10:00', push }))).toEqual([
      400,
      'trigger_date_passed',
      'date moment_passed',
    ])
    expect(await read(id)).toMatchObject({ version: 1, date: null })
  })

  it('that passes while the trigger is off cannot be switched on; another name may still be given', async () => {
    const push = await makePush(shop)
    const id = await make({ activation: 'date', date: '2036-12-24', time: '18:00', push })
    await query(server, `update triggers set day = '2026-01-01' where id = $1`, [id])
    expect(answer(await turn(id, true))).toEqual([400, 'trigger_date_passed', 'date moment_passed'])
    expect(
      (await save(id, { name: 'Old', activation: 'date', date: '2026-01-01', time: '18:00', push }, 2)).status,
    ).toBe(200)
    expect(answer(await save(id, { activation: 'date', date: '2026-01-02', time: '18:00', push }, 3))).toEqual([
      400,
      'trigger_date_passed',
      'date moment_passed',
    ])
  })
})

it("of two editors keeps the first one's; a switch causes no conflict", async () => {
  const push = await makePush(shop)
  const id = await make({ push })
  expect((await turn(id, true)).status).toBe(200)
  const both = await Promise.all([save(id, { name: 'One', push }, 2), save(id, { name: 'Two', push }, 2)])
  expect(tally(both.map((response) => response.status))).toEqual({ 200: 1, 409: 1 })
  expect(await read(id)).toMatchObject({ version: 3, isActive: true })
})

it('keeps the limit of the tariff also when ten are saved at the same time', async () => {
  const drafts = await Promise.all(Array.from({ length: 12 }, create))
  const saved = await Promise.all(drafts.map(({ id }) => save(id, {})))
  expect(tally(saved.map((response) => response.status))).toEqual({ 200: 10, 403: 2 })
  expect((await shop.owner.ask(triggers.createTrigger, { params: { c: shop.c } })).body.error).toMatchObject({
    code: 'trigger_limit',
    detail: { limit: 10 },
  })
})

it('needs Advanced or Expert, and active cards', async () => {
  await setPlan(server, shop.c, 'base')
  for (const call of [triggers.listTriggers, triggers.createTrigger])
    expect((await shop.owner.ask(call, { params: { c: shop.c } })).body.error).toMatchObject({
      code: 'plan_too_low',
      detail: { plan: 'advanced' },
    })
  await setPlan(server, shop.c, 'expert')
  await shop.owner.send(certificates.removePassType, { params: { c: shop.c }, body: {} })
  expect(answer(await shop.owner.ask(triggers.createTrigger, { params: { c: shop.c } })).slice(0, 2)).toEqual([
    406,
    'cards_not_active',
  ])
})

describe('what a trigger uses', () => {
  it('a push that triggers send is not deleted, and the refusal names them', async () => {
    const push = await makePush(shop)
    const id = await make({ name: 'Birthday gift', push })
    const response = await shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: push } })
    expect(response.status).toBe(400)
    expect(response.body.error).toMatchObject({
      code: 'push_used_by_trigger',
      message: expect.stringContaining('Birthday gift'),
      detail: { usedBy: [{ id, name: 'Birthday gift' }] },
    })
    expect((await remove(id)).status).toBe(200)
    expect((await shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: push } })).status).toBe(200)
  })

  it('a push is not deleted under a trigger that is just being saved', async () => {
    const push = await makePush(shop)
    const { id } = await create()
    const [saved, removed] = await Promise.all([
      save(id, { push }),
      shop.owner.ask(pushes.removePush, { params: { c: shop.c, pushUuid: push } }),
    ])
    expect([[saved.status, removed.status]]).toEqual([saved.status === 200 ? [200, 400] : [404, 200]])
  })

  it('a template that a trigger gives is not deleted', async () => {
    const { id: template } = await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: { name: 'VIP', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
    await make({ action: 'template', template })
    expect(
      (await shop.owner.ask(templates.removeTemplate, { params: { c: shop.c, uuid: template } })).body.error,
    ).toMatchObject({ code: 'template_in_use', detail: { triggers: 1 } })
  })

  it('the trigger is not deleted while its push is in the queue', async () => {
    const push = await makePush(shop)
    const id = await make({ push })
    await query(server, `update pushes set status = 'queue' where id = $1`, [push])
    expect((await read(id)).allowed.remove).toBe(false)
    expect(answer(await remove(id)).slice(0, 2)).toEqual([412, 'trigger_push_queued'])
    await query(server, `update pushes set status = 'done' where id = $1`, [push])
    expect((await remove(id)).status).toBe(200)
  })
})

it('can be reordered; an unknown id changes nothing, missing ones come last', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => make({ name })))
  const order = (wanted: readonly string[]) =>
    shop.owner.ask(triggers.orderTriggers, { params: { c: shop.c }, body: wanted })
  const names = async () => (await list()).triggers.map((one) => one.id)
  const before = await names()
  expect((await order([...before].reverse())).status).toBe(200)
  expect(await names()).toEqual([...before].reverse())
  expect(answer(await order([ids[0] as string, crypto.randomUUID()])).slice(0, 2)).toEqual([404, 'trigger_not_found'])
  expect(await names()).toEqual([...before].reverse())
  await order([before[1] as string])
  expect(await names()).toEqual([before[1], before[2], before[0]])
})
