import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import { addDays } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { birthdaysOn, countWhere, hasBirthdayOn } from '../clients/clients.ts'
import { checkClientCounts, gatherClientCounts } from '../clients/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { compileRules } from './compile.ts'
import { sizesOf } from './size.ts'

/** The month has a 29th, which yesterday's years have not. */
const TODAY = '2024-02-29'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Born')
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at, sex, birthday)
     select $1, gen_random_uuid(), 9000 + n, $2, now(), now(), (array['male', 'female', null])[1 + n % 3],
       case when n % 7 > 0 then date '1990-01-20' + n * 3 end from generate_series(1, 400) n`,
    [shop.c, shop.template],
  )
})
afterAll(() => server?.close())

const ages = [0, 30, 31, 33, 34].flatMap((value): Criterion[] => [
  ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const).map((operator) => ({ kind: 'age' as const, operator, value })),
  { kind: 'age', operator: 'between', value: { from: value, to: 34 } },
])
const others: readonly Criterion[] = [
  { kind: 'age', operator: 'unknown' },
  { kind: 'sex', operator: 'is', value: 'female' },
  { kind: 'sex', operator: 'is_not', value: 'female' },
  { kind: 'sex', operator: 'unknown' },
]
const RULES: readonly Rules[] = [
  ...[...ages, ...others].map((one) => ({ match: 'all' as const, criteria: [one] })),
  ...ages.flatMap((age) =>
    others.flatMap((other) => (['all', 'any'] as const).map((match) => ({ match, criteria: [age, other] }))),
  ),
]

/** Three days, of which two are beside each other over a leap day, and a week over New Year. */
const WEEKS = ['2024-02-28', '2024-12-27', '1991-05-01'].map((first) => [first, addDays(first, 1), addDays(first, 5)])

/** Sizes as segments have them, and birthdays, beside one reading of the clients for each. */
const counted = () =>
  openForWork(server.app, shop.c, async (db) => ({
    sizes: [
      ...(await sizesOf(db, RULES, TODAY)).sizes.map(({ count }) => count),
      ...(await Promise.all(WEEKS.map(async (days) => (await birthdaysOn(db, days, 1)).total))),
    ],
    read: await Promise.all(
      [
        ...RULES.map((rules) => compileRules(rules, TODAY)),
        ...WEEKS.map((days) => hasBirthdayOn(days.map((day) => day.slice(5)))),
      ].map((one) => countWhere(db, [one])),
    ),
  }))

const rowsOfSums = () =>
  query<{ is_sum: boolean }>(
    server,
    `select is_sum from birth_counts where cabinet_id = $1
      union all select is_sum from birthday_counts where cabinet_id = $1`,
    [shop.c],
  )

async function expectExact(): Promise<void> {
  const { sizes, read } = await counted()
  expect(sizes).toEqual(read)
  expect(new Set(sizes).size, 'they differ').toBeGreaterThan(20)
}

it('counts sex and age from kept numbers as the clients are, whatever becomes of them', async () => {
  await expectExact()
  const change = (text: string) => query(server, `update clients set ${text} where cabinet_id = $1`, [shop.c])
  await change(`birthday = birthday + 40, sex = case when card_number % 5 = 0 then null else sex end`)
  await expectExact()
  await change(`archived_at = case when card_number % 4 = 0 then now() end`)
  await expectExact()
  await change(`birthday = case when card_number % 3 > 0 then birthday + 1 end, archived_at = null`)
  await gatherClientCounts.handle(server.app, {})
  await expectExact()
  await query(server, 'delete from clients where cabinet_id = $1 and card_number % 11 = 0', [shop.c])
  await expectExact()
  const before = (await rowsOfSums()).length
  await gatherClientCounts.handle(server.app, {})
  await gatherClientCounts.handle(server.app, {})
  await expectExact()
  const after = await rowsOfSums()
  expect(after.length).toBeLessThan(before)
  expect(after.every((row) => row.is_sum)).toBe(true)
})

it.each(['birth_counts', 'birthday_counts'])('corrects numbers of %s that are wrong in the night', async (table) => {
  await query(server, `update ${table} set clients = clients + 3 where cabinet_id = $1`, [shop.c])
  const { sizes, read } = await counted()
  expect(sizes).not.toEqual(read)
  await checkClientCounts.handle(server.app, {})
  await expectExact()
})
