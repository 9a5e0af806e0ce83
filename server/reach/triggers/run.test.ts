import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { segments } from '../../../contract/people/segments.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { triggers, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { DAY_MS, MINUTE_MS, addDays, moscowDay } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush, newIphone } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import type { Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { dailyMoment } from './due.ts'
import { runTriggers, wakeTriggers } from './jobs.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Toni${next++}`)
  await setPlan(server, shop.c, 'advanced')
})

const iphone = (name: string) => newIphone(server, shop, name)
const clientOf = async (phone: Iphone) =>
  (
    await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [
      phone.pass.json.serialNumber,
    ])
  )[0]?.client_id ?? ''
const change = async (phone: Iphone, what: string, value: unknown) =>
  query(server, `update clients set ${what} = $2, version = version + 1 where id = $1`, [await clientOf(phone), value])
const templateOf = async (phone: Iphone) =>
  (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await clientOf(phone) } })).template.name
const today = () => moscowDay(server.now())
const read = (triggerUuid: string) => shop.owner.send(triggers.readTrigger, { params: { c: shop.c, triggerUuid } })
/** Runs the job of a new minute. */
async function strike(): Promise<void> {
  await wakeTriggers.handle(server.app, {})
  await server.drainJobs()
}
async function toMorning(): Promise<void> {
  const now = server.now().getTime()
  const morning = [dailyMoment(today()), dailyMoment(addDays(today(), 1))].find((at) => at.getTime() > now) as Date
  server.passTime(morning.getTime() - now + 1000)
  await strike()
}
async function make(settings: Partial<TriggerInput>, isOn = true): Promise<string> {
  const { id } = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  const body: TriggerInput = {
    name: 'Gift',
    activation: 'birthday',
    segment: null,
    action: 'push',
    push: null,
    template: null,
    date: null,
    time: null,
    daysToBirthday: 0,
    daysAfterCreate: 1,
    removeTemplateAfterDays: null,
    ...settings,
  }
  await shop.owner.send(triggers.saveTrigger, { params: { c: shop.c, triggerUuid: id }, body: { ...body, version: 1 } })
  if (isOn && settings.activation !== 'now')
    await shop.owner.send(triggers.switchTrigger, { params: { c: shop.c, triggerUuid: id }, body: { isActive: true } })
  return id
}
const card = async (name: string) =>
  (
    await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: { name, type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
    })
  ).id
/** Clients with at least so many points. */
async function segment(points: number): Promise<string> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  await shop.owner.send(segments.saveSegment, {
    params: { c: shop.c, segmentId: id },
    body: { name: 'VIP', match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: points }], version },
  })
  return id
}

describe('a birthday', () => {
  it('is announced so many days before, once to each client, and the push can still be sent that day', async () => {
    const [soon, later] = [await iphone('Soon'), await iphone('Later')]
    const push = await makePush(shop, 'Happy birthday, {cardholder}')
    const id = await make({ push, daysToBirthday: 3 })
    const day = moscowDay(dailyMoment(moscowDay(new Date(server.now().getTime() + 14 * 3600_000))))
    await change(soon, 'birthday', `1990${addDays(day, 3).slice(4)}`)
    await change(later, 'birthday', `1990${addDays(day, 40).slice(4)}`)
    expect(
      await shop.owner.send(triggers.estimateTrigger, {
        params: { c: shop.c },
        query: { activation: 'birthday', daysToBirthday: 3 },
      }),
    ).toMatchObject({ who: 2, clients: 1 })
    await toMorning()
    expect([await soon.update(), await later.update()]).toEqual([['Happy birthday, Soon H'], []])
    expect(await read(id)).toMatchObject({
      isActive: true,
      lastRun: { clients: 1 },
      nextRunAt: dailyMoment(addDays(today(), 1)).toISOString(),
    })
    await query(server, `update triggers set next_run_at = now() - interval '1 day', ran_day = null where id = $1`, [
      id,
    ])
    await strike()
    expect(await soon.update()).toEqual([])
    expect((await shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid: push } })).allowed).toMatchObject({
      send: true,
      sendAgainAt: null,
    })
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push } })
    await server.drainJobs()
    expect([await soon.update(), await later.update()]).toEqual([
      ['Happy birthday, Soon H'],
      ['Happy birthday, Later H'],
    ])
  })

  it('is announced once by three workers together, and caught up after a night without the server', async () => {
    const phone = await iphone('Slept')
    const push = await makePush(shop, 'All the best')
    const id = await make({ push })
    await toMorning()
    server.passTime(2 * DAY_MS)
    await change(phone, 'birthday', `1990${addDays(today(), -1).slice(4)}`)
    await Promise.all(Array.from({ length: 3 }, () => runTriggers.handle(server.app, { cabinetId: shop.c })))
    await server.drainJobs()
    expect(await phone.update()).toEqual(['All the best'])
    expect(await query(server, 'select id from push_runs where trigger_id = $1', [id])).toHaveLength(1)
    expect(await query(server, 'select occasion from trigger_acts where trigger_id = $1', [id])).toEqual([
      { occasion: `birthday|${addDays(today(), -1)}` },
    ])
  })
})

it('days after the card run once for each card', async () => {
  const phone = await iphone('Fresh')
  await make({ activation: 'create', push: await makePush(shop, 'One day with us'), daysAfterCreate: 1 })
  const seen: string[] = []
  for (let day = 0; day < 3; day++) {
    await toMorning()
    seen.push(...(await phone.update()))
  }
  expect(seen).toEqual(['One day with us'])
})

it('a date runs at its minute, once, and then the trigger is off', async () => {
  const phone = await iphone('Dated')
  const at = new Date(Math.ceil(server.now().getTime() / MINUTE_MS) * MINUTE_MS + 2 * MINUTE_MS)
  const moscow = new Date(at.getTime() + 3 * 3600_000).toISOString()
  const id = await make({
    activation: 'date',
    date: moscow.slice(0, 10),
    time: moscow.slice(11, 16),
    push: await makePush(shop, 'Now it is'),
  })
  expect((await read(id)).nextRunAt).toBe(at.toISOString())
  await strike()
  expect(await phone.update()).toEqual([])
  server.passTime(at.getTime() - server.now().getTime() + 500)
  await strike()
  await strike()
  expect(await phone.update()).toEqual(['Now it is'])
  expect(await read(id)).toMatchObject({ isActive: false, nextRunAt: null, lastRun: { clients: 1 } })
})

it('"now" starts when it is saved, stays on, and reaches clients who come later too', async () => {
  const first = await iphone('First')
  const id = await make({ activation: 'now', push: await makePush(shop, 'Welcome') })
  expect(await read(id)).toMatchObject({ isActive: true, allowed: { toggle: false } })
  await server.drainJobs()
  expect(await first.update()).toEqual(['Welcome'])
  expect(
    (
      await shop.owner.ask(triggers.switchTrigger, {
        params: { c: shop.c, triggerUuid: id },
        body: { isActive: false },
      })
    ).body.error?.code,
  ).toBe('trigger_now_stays_on')
  const second = await iphone('Second')
  for (let look = 0; look < 2; look++) {
    server.passTime(11 * MINUTE_MS)
    await strike()
  }
  expect([await first.update(), await second.update()]).toEqual([[], ['Welcome']])
})

it('only a client who enters gets the message; once a day, and again after another entry', async () => {
  const [old, fresh] = [await iphone('Old'), await iphone('Fresh')]
  await change(old, 'bonus_minor', 50_000)
  const vip = await segment(10_000)
  const id = await make({ activation: 'input', segment: vip, push: await makePush(shop, 'You are a VIP') })
  const look = async () => {
    server.passTime(11 * MINUTE_MS)
    await strike()
    const vipTexts = async (phone: Iphone) => (await phone.update()).filter((text) => text.includes('VIP'))
    return [await vipTexts(old), await vipTexts(fresh)]
  }
  if (dailyMoment(today()).getTime() + 12 * 3600_000 < server.now().getTime()) server.passTime(4 * 3600_000)
  expect(await look()).toEqual([[], []])
  await change(fresh, 'bonus_minor', 20_000)
  expect(await look()).toEqual([[], ['You are a VIP']])
  await change(fresh, 'bonus_minor', 0)
  expect(await look()).toEqual([[], []])
  await change(fresh, 'bonus_minor', 20_000)
  expect(await look()).toEqual([[], []])
  await change(fresh, 'bonus_minor', 0)
  await look()
  server.passTime(DAY_MS)
  await change(fresh, 'bonus_minor', 20_000)
  expect(await look()).toEqual([[], ['You are a VIP']])
  expect(
    (await shop.owner.ask(segments.removeSegment, { params: { c: shop.c, segmentUuid: vip } })).body.error,
  ).toMatchObject({ code: 'segment_in_use', detail: { usedBy: [{ kind: 'trigger', id, name: 'Gift' }] } })
})

describe('another card', () => {
  it('is given for some days and taken back, unless somebody chose a third one meanwhile', async () => {
    const [one, two] = [await iphone('One'), await iphone('Two')]
    const [vip, other] = [await card('VIP'), await card('Other')]
    for (const phone of [one, two])
      await change(
        phone,
        'birthday',
        `1980${addDays(moscowDay(new Date(server.now().getTime() + 14 * 3600_000)), 0).slice(4)}`,
      )
    await make({ action: 'template', template: vip, removeTemplateAfterDays: 2 })
    await toMorning()
    expect([await templateOf(one), await templateOf(two)]).toEqual(['VIP', 'VIP'])
    await query(server, 'update clients set template_id = $2 where id = $1', [await clientOf(two), other])
    await toMorning()
    expect([await templateOf(one), await templateOf(two)]).toEqual(['VIP', 'Other'])
    await toMorning()
    expect([await templateOf(one), await templateOf(two)]).toEqual(['Coffee card', 'Other'])
    expect(await query(server, 'select * from trigger_holds where cabinet_id = $1', [shop.c])).toEqual([])
  })

  it('and the message are those of the trigger placed higher, in any order of creation', async () => {
    const phone = await iphone('Both')
    await change(phone, 'birthday', `1980${moscowDay(new Date(server.now().getTime() + 14 * 3600_000)).slice(4)}`)
    const [gold, silver] = [await card('Gold'), await card('Silver')]
    const ids: string[] = []
    for (const template of [silver, gold])
      ids.push(await make({ action: 'template', template, removeTemplateAfterDays: 30 }))
    for (const text of ['Lower', 'Higher']) ids.push(await make({ push: await makePush(shop, text) }))
    await shop.owner.send(triggers.orderTriggers, { params: { c: shop.c }, body: [...ids].reverse() })
    await toMorning()
    expect([await templateOf(phone), await phone.update()]).toEqual(['Gold', ['Higher']])
    // While the higher trigger's template is on the card, a lower one does not change it.
    await make({ activation: 'now', action: 'template', template: silver })
    await server.drainJobs()
    expect(await templateOf(phone)).toBe('Gold')
  })
})

it('a limited account does nothing; due triggers run when it pays again', async () => {
  const phone = await iphone('Poor')
  await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
  await query(server, `update clients set birthday = $2 where cabinet_id = $1`, [
    shop.c,
    `1980${moscowDay(new Date(server.now().getTime() + 14 * 3600_000)).slice(4)}`,
  ])
  await query(server, 'update cabinets set balance_minor = 1000 where id = $1', [shop.c])
  await make({ push: await makePush(shop, 'Happy birthday') })
  await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
  await toMorning()
  expect(await phone.update()).toEqual([])
  await query(server, 'update cabinets set balance_minor = 1000 where id = $1', [shop.c])
  server.passTime(61 * MINUTE_MS)
  await strike()
  expect(await phone.update()).toEqual(['Happy birthday'])
})

it('an account without triggers costs no work', async () => {
  await make({ push: await makePush(shop) }, false)
  await wakeTriggers.handle(server.app, {})
  expect(
    await query(
      server,
      `select 1 from pgboss.job where name = 'run-triggers' and state = 'created' and data->>'cabinetId' = $1`,
      [String(shop.c)],
    ),
  ).toEqual([])
})
