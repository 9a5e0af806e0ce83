/** A filled form that gives a bonus: strangers who get one meet at the commit, like all who fill in forms. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketplace, type PromoInput } from '../../../contract/reach/marketplace.ts'
import { moscowDay } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm, takeCard } from '../../../test/phones.ts'
import { restBeforeCommit } from '../../../test/resting-visitor.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tripsIn, watchTrips } from '../../../test/trips.ts'
import { hasNoMoreUses } from '../marketplace/marketplace.ts'

let server: TestServer
let shop: Shop
let unwatch: (() => void) | undefined
beforeAll(async () => {
  unwatch = watchTrips()
  server = await startTestServer()
  shop = await openShop(server, 'Bonuses')
  await setPlan(server, shop.c, 'expert')
  await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601710001' })
})
afterAll(async () => {
  unwatch?.()
  await server?.close()
})

async function welcomeAll(change: Partial<PromoInput>): Promise<void> {
  const params = { c: shop.c, moduleId: 'welcome' as const }
  const { version } = await shop.owner.send(marketplace.readModule, { params })
  const promo = { id: null, code: '', bonusMinor: 500, inviterMinor: 0, invitedMinor: 0, max: null, endsOn: null }
  const promos = [{ ...promo, startsOn: moscowDay(server.now()), ...change }]
  await shop.owner.send(marketplace.saveModule, { params, body: { isActive: true, promos, version } })
}
const promo = async () =>
  (await shop.owner.send(marketplace.readModule, { params: { c: shop.c, moduleId: 'welcome' } })).promos[0]
const clientOf = async (tel: string) =>
  (
    await query<{ bonus: number; events: number; cards: number }>(
      server,
      `select bonus_minor::int as bonus,
        (select count(*)::int from balance_events e where e.client_id = c.id and e.after = c.bonus_minor) as events,
        (select count(*)::int from passes p where p.client_id = c.id) as cards
      from clients c where cabinet_id = $1 and tel = $2`,
      [shop.c, tel],
    )
  )[0]

const issue = async (tel: string, work?: () => Promise<unknown>) =>
  expect(await restBeforeCommit(server, shop, { tel }, work)).toBe('issued')

it('costs three trips with a bonus for everybody, too, and locks nothing that strangers share', async () => {
  await welcomeAll({})
  const page = await (await fetch(shop.formUrl)).text()
  const { texts, trips } = await tripsIn(async () => {
    const sent = await fillForm(server, shop.formUrl, { name: 'Boris', tel: '+420601710002' }, page)
    expect(sent.status).toBe(303)
  })
  const listed = texts.join('\n')
  expect(trips, listed).toBe(3)
  expect(listed).not.toMatch(/update "?promos|update "?cabinets|for (no key )?update/)
  expect(await clientOf('+420601710002')).toEqual({ bonus: 500, events: 1, cards: 1 })
  expect((await promo())?.used).toBe(1)
})

it('a visitor who gets a bonus and rests before the commit keeps no other one waiting', async () => {
  await issue('+420601710003', () => takeCard(server, shop.formUrl, { name: 'Vera', tel: '+420601710004' }))
  expect((await promo())?.used).toBe(3)
})

it('the last use goes to who commits first; the other one is made without, when asked again', async () => {
  await welcomeAll({ id: (await promo())?.id ?? null, max: 4 })
  const takeLast = () => takeCard(server, shop.formUrl, { name: 'Last', tel: '+420601710006' })
  const failed = await issue('+420601710005', takeLast).catch((error: unknown) => error)
  expect(hasNoMoreUses(failed), String(failed)).toBe(true)
  expect(await clientOf('+420601710005')).toBeUndefined()
  await issue('+420601710005')
  expect(await clientOf('+420601710005')).toMatchObject({ bonus: 0, cards: 1 })
  expect(await clientOf('+420601710006')).toEqual({ bonus: 500, events: 1, cards: 1 })
  expect(await promo()).toMatchObject({ used: 4, state: 'used_up' })
})

it('ten at once share three uses, and all ten have a card', async () => {
  await welcomeAll({ max: 3 })
  const tels = Array.from({ length: 10 }, (_, place) => `+42060171010${place}`)
  await Promise.all(tels.map((tel) => takeCard(server, shop.formUrl, { name: 'Rush', tel })))
  const all = await Promise.all(tels.map(clientOf))
  expect(all.map((one) => one?.cards)).toEqual(tels.map(() => 1))
  expect(all.filter((one) => one?.bonus === 500)).toHaveLength(3)
  expect((await promo())?.used).toBe(3)
})
