import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pushes, type PushSchedule } from '../../../contract/reach/pushes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { sendScheduled, wakeScheduled } from './scheduled.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Sara${next++}`)
  await setPlan(server, shop.c, 'base')
})

const inHours = (hours: number) => new Date(server.now().getTime() + hours * HOUR_MS).toISOString()
const body = (schedule: PushSchedule | null) => ({
  name: 'Friday',
  message: 'Hello',
  templates: [shop.template],
  schedule,
})
const create = (schedule: PushSchedule | null) =>
  shop.owner.send(pushes.createPush, { params: { c: shop.c, pushType: 'text' }, body: body(schedule) })
const read = (pushUuid: string) => shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid } })
const runs = async (pushUuid: string) =>
  (await query(server, 'select 1 from push_runs where push_id = $1', [pushUuid])).length
/** Runs the job of a new minute. */
async function strike(): Promise<void> {
  await wakeScheduled.handle(server.app, {})
  await server.drainJobs()
}

it('is sent at its moment, once, and then has no schedule', async () => {
  const ada = await newIphone(server, shop, 'Ada')
  const at = inHours(2)
  const push = await create({ at, repeat: 'never' })
  expect(push).toMatchObject({ status: 'draft', schedule: { at, repeat: 'never' }, missed: null })
  await strike()
  expect(await ada.update()).toEqual([])
  server.passTime(2 * HOUR_MS + MINUTE_MS)
  await strike()
  await strike()
  expect(await ada.update()).toEqual(['Hello'])
  expect(await read(push.id)).toMatchObject({ status: 'done', schedule: null, missed: null })
  expect(await runs(push.id)).toBe(1)
})

it('is sent again and again, and a job that runs twice sends once', async () => {
  const ada = await newIphone(server, shop, 'Ada')
  const at = inHours(1)
  const push = await create({ at, repeat: 'day' })
  for (const day of [1, 2]) {
    server.passTime(day === 1 ? HOUR_MS + MINUTE_MS : DAY_MS)
    const due = (await read(push.id)).schedule?.at ?? ''
    await strike()
    await sendScheduled.handle(server.app, { cabinetId: shop.c, pushId: push.id, at: due })
    await server.drainJobs()
    expect(await ada.update()).toEqual(['Hello'])
    expect(await runs(push.id)).toBe(day)
  }
  const third = new Date(Date.parse(at) + 2 * DAY_MS).toISOString()
  expect((await read(push.id)).schedule).toEqual({ at: third, repeat: 'day' })
})

it('says what was missed and why: nobody to send to, and a system that was down for hours', async () => {
  await newHolder(server, shop, 'Cleo')
  const [first, second] = [inHours(1), inHours(25)]
  const push = await create({ at: first, repeat: 'day' })
  server.passTime(HOUR_MS + MINUTE_MS)
  await strike()
  expect(await read(push.id)).toMatchObject({
    status: 'draft',
    schedule: { at: second },
    missed: { at: first, code: 'push_to_nobody' },
  })
  server.passTime(DAY_MS + 7 * HOUR_MS)
  await strike()
  const late = await read(push.id)
  expect([late.missed, await runs(push.id)]).toEqual([{ at: second, code: 'too_late' }, 0])
  // Saving it says that this was seen only when the schedule is another one.
  const saved = await shop.owner.send(pushes.savePush, {
    params: { c: shop.c, pushUuid: push.id },
    body: { ...body(null), version: late.version },
  })
  expect([saved.schedule, saved.missed]).toEqual([null, null])
})

it('is refused for a moment that has passed, an incomplete text and a geo push', async () => {
  const ask = (pushType: string, change: object) =>
    shop.owner.ask(pushes.createPush, { params: { c: shop.c, pushType }, body: { ...body(null), ...change } })
  const schedule = { at: inHours(1), repeat: 'week' }
  const passed = await ask('text', { schedule: { at: inHours(-1), repeat: 'never' } })
  expect([passed.status, passed.body.error?.fields]).toEqual([422, { 'schedule.at': expect.anything() }])
  expect((await ask('text', { schedule, message: '' })).body.error?.code).toBe('push_incomplete')
  expect((await ask('text', { schedule, templates: [] })).body.error?.code).toBe('push_incomplete')
  expect((await ask('geo', { schedule })).body.error?.code).toBe('wrong_push_type')
})
