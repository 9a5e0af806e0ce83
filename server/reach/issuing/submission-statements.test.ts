/** What a filled form asks of the database: a stranger's visit keeps no other one waiting. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm, takeCard } from '../../../test/phones.ts'
import { restBeforeCommit } from '../../../test/resting-visitor.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tripsIn, watchTrips } from '../../../test/trips.ts'
import { hasNoMoreCards } from '../../platform/cabinets/cabinets.ts'

let server: TestServer
let shop: Shop
let unwatch: (() => void) | undefined
beforeAll(async () => {
  unwatch = watchTrips()
  server = await startTestServer()
  shop = await openShop(server, 'Counted')
  // The first one keeps the words of the consent.
  await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601700001' })
})
afterAll(async () => {
  unwatch?.()
  await server?.close()
})

it('a new client costs three trips, and nothing of it locks what strangers share', async () => {
  const page = await (await fetch(shop.formUrl)).text()
  const { texts, trips, tripsOf } = await tripsIn(async () => {
    const sent = await fillForm(server, shop.formUrl, { name: 'Boris', tel: '+420601700002' }, page)
    expect(sent.status).toBe(303)
  })
  const listed = texts.join('\n')
  const [begin, commit] = [texts.indexOf('begin'), texts.indexOf('commit')]
  const submission = texts.slice(begin, commit + 1)
  expect(submission.filter((text) => /insert into "clients"/.test(text))).toHaveLength(1)
  expect([texts.length, submission.length], listed).toEqual([20, 17])
  // What is read, and beside it whether the page is the same and the address's tries; what is written; the commit.
  expect([trips, tripsOf(begin, commit + 1)], listed).toEqual([3, 3])
  expect(texts.at(-1)).toContain('pg_current_wal_flush_lsn')
  // Who reads whether the number is known has locked it.
  const place = (part: RegExp) => submission.findIndex((text) => part.test(text))
  expect(place(/pg_advisory_xact_lock/)).toBeLessThan(place(/as holder/))
  // The number and the counts are taken at the commit, and a place in the order of changed cards behind it.
  expect(listed).not.toMatch(/card_orders|take_card_number|"?growth_days"?|update "forms"|update "cabinets"/)
})

const counts = async () =>
  (
    await query<Record<string, number>>(
      server,
      `select a.cards, a.next_card_number::int as next, c.present, f.filled,
        (select sum(count)::int from growth_days g where g.cabinet_id = a.id and event = 'filled') as sent,
        (select sum(count)::int from growth_days g where g.cabinet_id = a.id and event = 'issued') as issued,
        (select count(*)::int from clients where cabinet_id = a.id and card_number < 0) as unnumbered
      from cabinets a join client_counts c on c.cabinet_id = a.id join forms f on f.cabinet_id = a.id where a.id = $1`,
      [shop.c],
    )
  )[0]

it('a visitor whose process rests before the commit keeps no other visitor waiting, and both are counted', async () => {
  const before = await counts()
  const takeOther = () => takeCard(server, shop.formUrl, { name: 'Vera', tel: '+420601700004' })
  expect(await restBeforeCommit(server, shop, { tel: '+420601700003' }, takeOther)).toBe('issued')
  const after = await counts()
  for (const name of ['cards', 'next', 'present', 'filled', 'sent', 'issued'])
    expect([name, after?.[name]]).toEqual([name, Number(before?.[name]) + 2])
  expect(after?.unnumbered).toBe(0)
})

it('the last card of the plan goes to who commits first; the other leaves nothing', async () => {
  await query(server, `update cabinets set cards = 49 where id = $1`, [shop.c])
  const before = await counts()
  // That all cards are issued is raised once, which the second of two who issue the last one waits for.
  const takeLast = () => takeCard(server, shop.formUrl, { name: 'Last', tel: '+420601700006' })
  const first = { tel: '+420601700005', areCardsGiven: false }
  const failed = await restBeforeCommit(server, shop, first, takeLast).then(
    () => 'committed',
    (error: unknown) => error,
  )
  expect(hasNoMoreCards(failed), String(failed)).toBe(true)
  const after = await counts()
  expect([after?.cards, after?.present]).toEqual([50, Number(before?.present) + 1])
  const late = await fillForm(server, shop.formUrl, { name: 'Late', tel: '+420601700007' })
  expect(late.status).toBe(409)
  await query(server, `update cabinets set slots = 1 where id = $1`, [shop.c])
  await query(server, `update cabinets set cards = 549 where id = $1`, [shop.c])
  await takeCard(server, shop.formUrl, { name: 'Block', tel: '+420601700008' })
  expect((await fillForm(server, shop.formUrl, { name: 'Later', tel: '+420601700009' })).status).toBe(409)
  const numbers = await query<{ n: number }>(
    server,
    `select count(distinct card_number)::int as n from clients where cabinet_id = $1 and card_number > 0`,
    [shop.c],
  )
  expect(numbers[0]?.n).toBe(Number(after?.present) + 1)
  const raised = await query<{ detail: { used: number } }>(
    server,
    `select detail from notifications where cabinet_id = $1 and type = 'tariff_of_cards_limit'`,
    [shop.c],
  )
  expect(raised.map(({ detail }) => detail.used)).toContain(550)
})
