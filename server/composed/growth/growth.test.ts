import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { growth, type GrowthQuery } from '../../../contract/people/growth.ts'
import { addDays, moscowDay, moscowMidnight } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newHolder, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { writeVisits } from '../../people/forms/forms.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Grete')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const read = async (of: Partial<GrowthQuery> = {}, at = shop) => {
  await writeVisits(server.app)
  return at.owner.send(growth.readGrowth, { params: { c: at.c }, query: of })
}
const visit = (link: string) => fetch(shop.formUrl + link)
const NOTHING = {
  opened: 0,
  filled: 0,
  issued: 0,
  installed: { apple: 0, google: 0 },
  removed: { apple: 0, google: 0 },
}

it('has nothing of a business without visitors, and says that no visit was counted', async () => {
  const { periods, total, visitsSince, ...parts } = await read()
  expect(periods).toHaveLength(30)
  expect([total, visitsSince]).toEqual([{ ...NOTHING, opened: null }, null])
  expect(parts).toMatchObject({ step: 'day', forms: [], templates: [], sources: [], knownSources: [] })
})

it('counts visits, sendings, cards, installs and removals, by source', async () => {
  await visit('?utm_source=Instagram&utm_medium=story')
  const { cardFileUrl, googleUrl } = await takeCard(
    server,
    `${shop.formUrl}?utm_source=%20instagram&utm_medium=story&utm_campaign=May&other=x`,
    { name: 'Ina', tel: '+420601770001' },
  )
  const holder = { cardFileUrl, googleUrl }
  const [iphone, android] = [await newIphone(server, shop, '', holder), await newAndroid(server, shop, '', holder)]
  await newIphone(server, shop, '', holder)
  await newHolder(server, shop, 'Dirk')
  const now = await read()
  expect(now.total).toEqual({
    opened: 3,
    filled: 2,
    issued: 2,
    installed: { apple: 1, google: 1 },
    removed: { apple: 0, google: 0 },
  })
  expect(now.periods.at(-1)).toEqual({ start: moscowDay(server.now()), ...now.total })
  expect(now.periods.at(-2)?.opened).toBe(null)
  expect(now.sources).toMatchObject([
    { name: 'instagram', opened: 2, issued: 1, installed: { apple: 1, google: 1 } },
    { name: 'direct', opened: 1, issued: 1, installed: { apple: 0, google: 0 } },
  ])
  const ina = (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: 'Ina' } })).data[0]
  const { utm } = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: ina?.id ?? '' } })
  expect(utm).toEqual({ source: 'instagram', medium: 'story', campaign: 'May' })

  await iphone.unregister()
  expect((await read()).total.removed, 'it is on another iPhone').toEqual({ apple: 0, google: 0 })
  await android.remove((await android.cards())[0]?.objectId ?? '')
  await until(async () => (await read()).total.removed.google === 1, 'Google reports the deletion')
  await iphone.register()
  expect((await read()).total.installed.apple, 'the card was on an iPhone all the time').toBe(1)
})

it('adds up to the cards that are on phones, also when one is put back', async () => {
  const phone = await newIphone(server, shop, 'Rosa')
  for (let i = 0; i < 2; i++) {
    await phone.unregister()
    await phone.register()
  }
  const { installed, removed, issued } = (await read()).total
  const { cards } = await shop.owner.send(cabinets.dashboard, { params: { c: shop.c }, query: { tile: 'cards' } })
  expect({
    issued,
    apple: installed.apple - removed.apple,
    google: installed.google - removed.google,
  }).toEqual(cards)
})

it('counts what happens before and after midnight in Moscow on two days, weeks from Monday, and months', async () => {
  const other = await openShop(server, 'Midnight')
  const fill = (name: string) => newHolder(server, other, name)
  const untilMidnight = moscowMidnight(addDays(moscowDay(server.now()), 1)).getTime() - server.now().getTime()
  server.passTime(untilMidnight - 60_000)
  const before = moscowDay(server.now())
  await fill('Before')
  server.passTime(120_000)
  const after = moscowDay(server.now())
  expect(after).toBe(addDays(before, 1))
  await fill('After')
  const days = (await read({}, other)).periods.slice(-2)
  expect(days.map((one) => [one.start, one.filled, one.issued])).toEqual([
    [before, 1, 1],
    [after, 1, 1],
  ])
  for (const step of ['week', 'month'] as const) {
    const { periods, total, from } = await read({ days: '365', step }, other)
    expect([periods[0]?.start, periods.reduce((sum, one) => sum + one.issued, 0)]).toEqual([from, total.issued])
    expect(new Set(periods.map((one) => new Date(one.start)[step === 'week' ? 'getUTCDay' : 'getUTCDate']()))).toEqual(
      new Set([1]),
    )
  }
})

it('is narrowed to a form, a design and a source, and keeps what a deleted form has brought', async () => {
  const { forms: own } = await shop.owner.send(forms.listForms, { params: { c: shop.c } })
  const second = await shop.owner.send(forms.createForm, {
    params: { c: shop.c },
    body: { name: 'Window', template: shop.template, lang: 'en' },
  })
  await takeCard(server, `${second.url}?utm_source=window`, { name: 'Wim', tel: '+420601770009' })
  expect((await read({ form: second.formKey })).total).toMatchObject({ opened: 1, filled: 1, issued: 1 })
  expect((await read({ source: 'window' })).forms).toMatchObject([{ id: second.formKey, name: 'Window', issued: 1 }])
  expect((await read({ source: 'direct' })).total.issued).toBeGreaterThan(0)
  expect((await read({ template: shop.template })).total).toEqual((await read()).total)
  const all = await read()
  await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey: second.formKey } })
  const { total, forms: left } = await read()
  expect(total).toEqual(all.total)
  expect(left).toMatchObject([{ id: own[0]?.formKey }, { id: 'deleted', name: null, issued: 1 }])
  for (const [of, code] of [
    [{ form: 'nobody' }, 'form_not_found'],
    [{ template: crypto.randomUUID() }, 'template_not_found'],
  ] as const)
    expect((await shop.owner.ask(growth.readGrowth, { params: { c: shop.c }, query: of })).body.error?.code).toBe(code)
})

it('keeps so many sources, and counts the rest as one', async () => {
  const day = moscowDay(server.now())
  await query(
    server,
    `insert into growth_sources (cabinet_id, name, day) select $1, 'made up ' || n, $2 from generate_series(1, 50) n`,
    [shop.c, day],
  )
  await visit('?utm_source=one-too-many')
  await visit('?utm_source=another')
  await visit('?utm_source=instagram')
  const { sources, knownSources } = await read()
  expect(sources.find((one) => one.name === '…')?.opened).toBe(2)
  expect(knownSources).not.toContain('another')
  expect(sources.find((one) => one.name === 'instagram')?.opened).toBe(3)
})

it('is a file with a line for each period, and empty where visits were not counted', async () => {
  const file = await shop.owner.ask(growth.downloadGrowth, {
    params: { c: shop.c },
    query: { days: '90', step: 'month' },
  })
  const { periods, from } = await read({ days: '90', step: 'month' })
  const lines = String(file.body.data).split('\r\n')
  expect(lines[0]).toBe(
    '"Month","Opened","Completed","Issued","Installed, iPhone","Installed, Android",' +
      '"Removed, iPhone","Removed, Android"',
  )
  expect(lines[1]).toBe(`"${from}","","0","0","0","0","0","0"`)
  expect(lines.slice(1, -1)).toHaveLength(periods.length)
})
