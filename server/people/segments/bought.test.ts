import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import { addDays } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fits, type Person } from '../../../test/segment-fits.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { sizesOf } from './size.ts'

const TODAY = '2026-11-21'

/** Always the same sequence for the same seed. */
function openChance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const RULES: readonly Rules[] = (
  [
    [{ kind: 'purchases', operator: 'gte', value: 2 }],
    [{ kind: 'purchases', operator: 'gte', value: 2, days: 30 }],
    [{ kind: 'purchases', operator: 'eq', value: 0, days: 1 }],
    [{ kind: 'spent', operator: 'between', value: { from: -50, to: 120 }, days: 7 }],
    [{ kind: 'spent', operator: 'gt', value: 100 }],
    [{ kind: 'lastPurchase', operator: 'lte', value: 3 }],
    [{ kind: 'lastPurchase', operator: 'never' }],
    [
      { kind: 'purchases', operator: 'gte', value: 1 },
      { kind: 'lastPurchase', operator: 'gt', value: 5 },
    ],
    [
      { kind: 'purchases', operator: 'lt', value: 2, days: 365 },
      { kind: 'spent', operator: 'ne', value: 0, days: 2 },
    ],
    [
      { kind: 'purchases', operator: 'gte', value: 1 },
      { kind: 'sex', operator: 'is', value: 'male' },
    ],
    [
      { kind: 'lastPurchase', operator: 'never' },
      { kind: 'bonus', operator: 'gte', value: 3 },
      { kind: 'sex', operator: 'unknown' },
    ],
    [
      { kind: 'spent', operator: 'lte', value: 90, days: 7 },
      { kind: 'bonus', operator: 'ne', value: 2 },
      { kind: 'purchases', operator: 'eq', value: 0, days: 2 },
    ],
    [
      { kind: 'spent', operator: 'gt', value: 100 },
      { kind: 'cardnumber', operator: 'between', value: { from: 2, to: 4 } },
    ],
  ] satisfies Criterion[][]
).flatMap((criteria) => (['all', 'any'] as const).map((match) => ({ match, criteria })))

describe('the kept figures of purchases', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Lena')
  })
  afterAll(() => server?.close())

  /** Who is there, with what counts for each, added up from the events themselves. */
  async function people(): Promise<Person[]> {
    type Counted = { counts: boolean }
    const rows = await query<Omit<Person, 'bought'> & { bought: (Person['bought'][number] & Counted)[] }>(
      server,
      `select c.id, c.sex, c.bonus_minor::int, c.card_number::int, coalesce((select json_agg(
        json_build_object('kind', e.kind, 'amount', e.amount_minor,
          'returned', e.returned_minor, 'day', to_char(e.at at time zone 'Europe/Moscow', 'YYYY-MM-DD'),
          'counts', e.kind = 'purchase' or e.refund_of is null)) from external_events e
         where e.cabinet_id = c.cabinet_id and coalesce(e.held_by, e.client_id) = c.id and not e.is_void
           and e.kind in ('purchase', 'refund')), '[]') as bought
       from clients c where c.cabinet_id = $1 and c.archived_at is null`,
      [shop.c],
    )
    return rows.map((row) => ({ ...row, promo_code: '', bought: row.bought.filter(({ counts }) => counts) }))
  }

  it.each([1, 2, 3])('are what a recount says, whatever happens to documents and clients (%i)', async (seed) => {
    const chance = openChance(seed)
    await query(server, 'delete from clients where cabinet_id = $1', [shop.c])
    await query(
      server,
      `insert into clients (cabinet_id, id, template_id, card_number, name, sex, bonus_minor, version, created_at,
         updated_at)
       select $1, gen_random_uuid(), $2, n, 'C' || n, case n % 3 when 0 then 'male' when 1 then 'female' end, n, 1,
         now(), now() from generate_series(1, 6) n`,
      [shop.c, shop.template],
    )
    const someone = `(select id from clients where cabinet_id = $1 order by md5(id::text || $2::text) limit 1)`
    const something = `id = (select id from external_events where cabinet_id = $1
      order by md5(id::text || $2::text) limit 1)`
    const day = () =>
      `timestamptz '${addDays(TODAY, -chance(9) * chance(9))}T${['20:59', '21:00', '09:00'][chance(3)]}:00Z'`
    const document = () => `gen_random_uuid(), ${someone}, '${chance(4) > 0 ? 'purchase' : 'refund'}', ${day()},
      ${chance(150)}, '', 'api', gen_random_uuid()::text, now()`
    const insert = () => `insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source,
      sender_id, received_at) select $1, ${document()}`
    const steps: (() => string)[] = [
      insert,
      insert,
      insert,
      () => `${insert()} union all select $1, ${document()}`,
      () => `update external_events set amount_minor = ${chance(150)} where cabinet_id = $1 and ${something}`,
      () => `update external_events set at = ${day()} where cabinet_id = $1 and ${something}`,
      () => `update external_events set is_void = not is_void where cabinet_id = $1 and ${something}`,
      () => `update external_events set held_by = ${someone} where cabinet_id = $1 and ${something}`,
      () => `update external_events set returned_minor = least(amount_minor, ${chance(150)})
        where cabinet_id = $1 and kind = 'purchase' and ${something}`,
      () => `update external_events set refund_of = 'sale' where cabinet_id = $1 and kind = 'refund' and ${something}`,
      () => `delete from external_events where cabinet_id = $1 and ${something}`,
      () => `update clients set archived_at = case when archived_at is null then now() end
        where cabinet_id = $1 and id = ${someone}`,
      () => `delete from clients where cabinet_id = $1 and id = ${someone} and $2::int % 3 = 0`,
    ]
    for (let step = 0; step < 60; step++) {
      await query(server, steps[chance(steps.length)]?.() ?? '', [shop.c, step])
      const all = await people()
      const { sizes, total } = await openForWork(server.app, shop.c, (db) => sizesOf(db, RULES, TODAY))
      const expected = RULES.map((rules) => all.filter((one) => fits(one, rules, TODAY)).length)
      expect([step, total, sizes.map(({ count }) => count)]).toEqual([step, all.length, expected])
    }
  })
})
