import { beforeAll, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { addDays, DAY_MS, HOUR_MS, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import { read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { newAndroid, newHolder, newIphone } from '../../../test/holders.ts'
import { query } from '../../../test/direct-access.ts'
import type { Iphone } from '../../../test/phones.ts'
import { endCards } from './end-cards.ts'

setUpClients()

const params = () => ({ c: shop.c, uuid: shop.template })
async function setEnds(ends: { endsOn?: string | null; endsAfterDays?: number | null }): Promise<void> {
  const { name, design, birthdayEnabled, variables, version } = await shop.owner.send(templates.readTemplate, {
    params: params(),
  })
  const body = { name, design, birthdayEnabled, variables, version, endsOn: null, endsAfterDays: null, ...ends }
  await shop.owner.send(templates.saveTemplate, { params: params(), body })
}
const hour = async () => {
  await endCards.handle(server.app, {})
  await server.drainJobs()
}
const cardOf = async (phone: Iphone) => {
  const [row] = await query<{ id: string }>(server, 'select client_id as id from passes where id = $1', [
    phone.pass.json.serialNumber,
  ])
  return (await read(row?.id ?? '')).cards[0]
}

let phone: Iphone
beforeAll(async () => {
  await setEnds({ endsAfterDays: 3 })
  phone = await newIphone(server, shop, 'Ada')
})

it('says on the card when it ends: midnight in Moscow after the last day', async () => {
  const lastDay = addDays(moscowDay(server.now()), 3)
  expect(phone.pass.json.expirationDate).toBe(moscowMidnight(addDays(lastDay, 1)).toISOString())
  expect(phone.pass.json.voided).toBeUndefined()
  expect(await cardOf(phone)).toMatchObject({ lastDay, endedAt: null })
})

it('is void in the wallets after that day, once, and its page is closed', async () => {
  const holder = await newHolder(server, shop, 'Olga')
  const android = await newAndroid(server, shop, '', holder)
  expect((await android.cards())[0]?.object).toMatchObject({
    state: 'ACTIVE',
    validTimeInterval: { end: { date: phone.pass.json.expirationDate } },
  })
  server.passTime(3 * DAY_MS)
  await hour()
  expect(await cardOf(phone)).toMatchObject({ endedAt: null })
  server.passTime(DAY_MS)
  await hour()
  await phone.update()
  expect([phone.pass.json.voided, phone.pass.json.barcodes]).toEqual([true, undefined])
  expect((await android.cards())[0]?.object.state).toBe('EXPIRED')
  const { url, endedAt } = (await cardOf(phone)) ?? {}
  expect(endedAt).not.toBeNull()
  const page = await fetch(url ?? '')
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('no longer valid')])
  const asked = { templates: [shop.template], segment: null }
  expect(await shop.owner.send(pushes.reach, { params: { c: shop.c }, body: asked })).toMatchObject({
    apple: 0,
    google: 0,
    noCard: 2,
  })
  const versions = () => query(server, 'select id, version from passes order by id')
  const before = await versions()
  await hour()
  expect(await versions()).toEqual(before)
})

it('comes back when the design gets a later end', async () => {
  await setEnds({ endsOn: addDays(moscowDay(server.now()), 1), endsAfterDays: null })
  await hour()
  await phone.update()
  expect([phone.pass.json.voided, phone.pass.json.barcodes?.length]).toEqual([undefined, 1])
  await setEnds({})
  server.passTime(5 * DAY_MS + HOUR_MS)
  await hour()
  expect(await cardOf(phone)).toMatchObject({ lastDay: null, endedAt: null })
})

it('ends a card with whichever day is earlier', async () => {
  const today = moscowDay(server.now())
  await setEnds({ endsOn: addDays(today, 3), endsAfterDays: 300 })
  expect(await cardOf(await newIphone(server, shop, 'Iris'))).toMatchObject({ lastDay: addDays(today, 3) })
  await setEnds({ endsOn: addDays(today, 300), endsAfterDays: 3 })
  expect(await cardOf(await newIphone(server, shop, 'Ines'))).toMatchObject({ lastDay: addDays(today, 3) })
})

it('refuses days that are none', async () => {
  const { name, design, birthdayEnabled, variables, version } = await shop.owner.send(templates.readTemplate, {
    params: params(),
  })
  for (const endsAfterDays of [0, -1, 1.5, 40_000])
    expect(
      (
        await shop.owner.ask(templates.saveTemplate, {
          params: params(),
          body: { name, design, birthdayEnabled, variables, version, endsAfterDays },
        })
      ).status,
    ).toBe(422)
})
