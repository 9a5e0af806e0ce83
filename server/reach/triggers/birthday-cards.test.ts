import { afterAll, beforeAll, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { triggers } from '../../../contract/reach/triggers.ts'
import { HOUR_MS, moscowDay } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush, newIphone } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import type { Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { dailyMoment } from './due.ts'
import { wakeTriggers } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Berta')
  await setPlan(server, shop.c, 'advanced')
})
afterAll(() => server?.close())

const change = (phone: Iphone, column: 'birthday' | 'template_id', value: string) =>
  query(server, `update clients set ${column} = $2 where id = (select client_id from passes where id = $1)`, [
    phone.pass.json.serialNumber,
    value,
  ])

async function greet(): Promise<void> {
  const push = await makePush(shop, 'Happy birthday')
  const { id: triggerUuid } = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  const body = {
    name: 'Gift',
    activation: 'birthday' as const,
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
  await shop.owner.send(triggers.switchTrigger, { params: { c: shop.c, triggerUuid }, body: { isActive: true } })
}

it('a birthday reaches holders of cards with birthday messages, and the estimate counts no others', async () => {
  const [greeted, left] = [await newIphone(server, shop, 'Greeted'), await newIphone(server, shop, 'Left')]
  const quiet = await shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name: 'Quiet', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
  })
  await change(left, 'template_id', quiet.id)
  const morning = dailyMoment(moscowDay(new Date(server.now().getTime() + 14 * HOUR_MS)))
  for (const phone of [greeted, left]) await change(phone, 'birthday', `1990${moscowDay(morning).slice(4)}`)
  await greet()
  const estimateOf = (activation: 'birthday' | 'create') =>
    shop.owner.send(triggers.estimateTrigger, { params: { c: shop.c }, query: { activation } })
  expect(await estimateOf('birthday')).toMatchObject({ who: 1, clients: 1, birthdayCards: { all: 2, on: 1 } })
  expect(await estimateOf('create')).toMatchObject({ who: 2, birthdayCards: null })
  server.passTime(morning.getTime() - server.now().getTime() + 1000)
  await wakeTriggers.handle(server.app, {})
  await server.drainJobs()
  expect([await greeted.update(), await left.update()]).toEqual([['Happy birthday'], []])
})
