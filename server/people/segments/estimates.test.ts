import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { type Criterion, type Rules, segments } from '../../../contract/people/segments.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { compileRules, compileSeek } from './compile.ts'
import { exactSizesOf, sizesOf } from './size.ts'

/** More than are always counted. */
const PEOPLE = 54_000
const TODAY = '2026-11-21'
/** Of a sample of 10 000 no figure is further from the truth than this but once in a thousand times. */
const SHARE_OFF = 0.017
/** Two digits are kept. */
const ROUNDED_OFF = 0.05

/** Always the same people, whose ids are as good as random. */
const CLIENTS = `
  insert into clients (cabinet_id, id, name, card_number, template_id, sex, birthday, balance_minor, promo_code,
    has_bought, created_at, updated_at)
  select $1, ${SEEDED_ID}, 'Client ' || n, 100000 + n, $2,
    (array['male', 'female', null])[1 + n % 3], date '1950-01-01' + n * 37 % 20000, n % 1000,
    case when n % 4000 = 7 then 'Rare' when n % 2 = 0 then 'Often' else '' end, n % 2 = 1,
    now() - n * interval '1 hour', now() from generate_series(1, $3::int) n`
const TAGS = `
  insert into client_tags (cabinet_id, tag_id, client_id)
  select cabinet_id, $2, id from clients where cabinet_id = $1 and card_number % 11 = 3`
const PURCHASES = `
  insert into client_purchases (cabinet_id, client_id, purchases, spent_minor, last_at)
  select cabinet_id, id, 1 + n % 5, n * 3, created_at
  from clients cross join lateral (select card_number::int - 100000 as n) as n
  where cabinet_id = $1 and n % 2 = 1`

const male: Criterion = { kind: 'sex', operator: 'is', value: 'male' }
const spent: Criterion = { kind: 'spent', operator: 'gte', value: 30_000 }
const often: Criterion = { kind: 'promo', operator: 'is', value: 'OFTEN' }
const rare: Criterion = { kind: 'promo', operator: 'is', value: 'rare' }
const grown: Criterion = { kind: 'age', operator: 'gte', value: 40 }
const rich: Criterion = { kind: 'balance', operator: 'gte', value: 500 }
const richest: Criterion = { kind: 'balance', operator: 'eq', value: 999 }
const lapsed: Criterion = { kind: 'lastPurchase', operator: 'gte', value: 1_000 }
const spentMost: Criterion = { kind: 'spent', operator: 'gte', value: 161_900 }
const all = (...criteria: Criterion[]): Rules => ({ match: 'all', criteria })
const any = (...criteria: Criterion[]): Rules => ({ match: 'any', criteria })

const MANY = [
  all(male, spent),
  any(male, spent),
  all(often),
  all({ kind: 'promo', operator: 'empty' }),
  all(rich),
  all(rich, grown, male),
  any(rare, rich),
  all({ kind: 'purchases', operator: 'lte', value: 2 }, grown),
  all({ kind: 'lastPurchase', operator: 'never' }, rich),
]
/** They are found by an index; the last one asks for a few of them. */
const FEW = [
  all(rare),
  all({ kind: 'promo', operator: 'starts', value: 'RA' }),
  any(rare, richest),
  all(richest, spent),
  all(richest, male),
  all({ kind: 'cardnumber', operator: 'one_of', value: [100_001, 100_003] }, spent),
  all({ kind: 'cardnumber', operator: 'starts', value: '10012' }),
  all(spentMost),
  all(spentMost, lapsed),
  all(spentMost, { kind: 'purchases', operator: 'gte', value: 4 }, male),
]
const sixTimes: Criterion = { kind: 'purchases', operator: 'gte', value: 6 }
/** Kept numbers answer the first; nobody fits the others, and an index tells that one of them alone. */
const COUNTED = [all(male, grown), all(sixTimes), all(sixTimes, male, rich)]

describe('segments of a large account', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Large')
    await setPlan(server, shop.c, 'expert')
    await query(server, CLIENTS, [shop.c, shop.template, PEOPLE])
    await query(server, PURCHASES, [shop.c])
  })
  afterAll(() => server?.close())

  const countBoth = (rules: readonly Rules[]) =>
    openForWork(server.app, shop.c, async (db) => ({
      about: (await sizesOf(db, rules, TODAY)).sizes,
      one: await Promise.all(rules.map(async (one) => (await sizesOf(db, [one], TODAY)).sizes[0])),
      exact: (await exactSizesOf(db, rules, TODAY)).sizes.map(({ count }) => count),
    }))

  it('are estimated where many fit, near the truth', async () => {
    const { about, one, exact } = await countBoth(MANY)
    expect(one).toEqual(about)
    for (const [i, { count, isEstimate }] of about.entries()) {
      const truth = exact[i] ?? 0
      expect([i, isEstimate]).toEqual([i, true])
      expect(Math.abs(count - truth), `${i}: ${count} instead of ${truth}`).toBeLessThan(
        PEOPLE * SHARE_OFF + truth * ROUNDED_OFF,
      )
    }
  })

  it('are the same alone and beside others, of which some ask for days', async () => {
    const lately: Criterion = { kind: 'purchases', operator: 'lt', value: 1, days: 30 }
    const { about, one } = await countBoth([...MANY, all(lately, male), all(lately)])
    expect(about.every(({ isEstimate }) => isEstimate)).toBe(true)
    expect(one).toEqual(about)
  })

  it('are counted where few fit, or an index tells that nobody does', async () => {
    const { about, one, exact } = await countBoth([...FEW, ...COUNTED])
    expect(one).toEqual(about)
    expect(about).toEqual(exact.map((count) => ({ count, isEstimate: false })))
    expect(exact.slice(0, FEW.length).every((count) => count < PEOPLE / 100)).toBe(true)
    expect(exact.filter((count) => count > 0).length).toBe(FEW.length)
    expect(exact.slice(-2)).toEqual([0, 0])
  })

  it('say so in the editor, in the list and of a saved one; its size is exact', async () => {
    const ask = (count: 'about' | 'exact', body: Rules) =>
      shop.owner.send(segments.countSegment, { params: { c: shop.c }, query: { count }, body })
    const about = await ask('about', all(male, spent))
    const exact = await ask('exact', all(male, spent))
    expect(about).toMatchObject({ isEstimate: true, clients: PEOPLE, rowEstimates: [false, true] })
    expect(exact).toMatchObject({ isEstimate: false, clients: PEOPLE, rowEstimates: [false, false] })
    expect(about.rows[0]).toBe(PEOPLE / 3)
    expect(await ask('about', all(rare))).toMatchObject({ isEstimate: false, size: 14, rows: [14] })

    const draft = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    const saved = await shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: draft.id },
      body: { ...all(male, spent), name: 'Good clients', version: draft.version },
    })
    expect(saved).toMatchObject({ isEstimate: true, size: about.size })
    const { data } = await shop.owner.send(segments.listSegments, { params: { c: shop.c }, query: {} })
    expect(data).toMatchObject([{ isEstimate: true, size: about.size }])
    const params = { c: shop.c, segmentId: draft.id }
    expect(await shop.owner.send(segments.segmentSize, { params })).toMatchObject({ size: exact.size })
  })

  it('find numbers by their beginning as they are printed', async () => {
    const starts = ['0', '1', '00', '0120', '99', '999999', '1234567', '012345', '0123456', '9']
    const criteria = starts.map((value): Criterion => ({ kind: 'cardnumber', operator: 'starts', value }))
    const [row] = await openForWork(server.app, shop.c, async (db) => {
      const differ = criteria.map(
        (one) =>
          sql`count(*) filter (where ${compileSeek(one, TODAY)} is distinct from ${compileRules(all(one), TODAY)})`,
      )
      const fit = criteria.map((one) => sql`count(*) filter (where ${compileSeek(one, TODAY)})`)
      const { rows } = await sql<{ differ: number[]; fit: number[] }>`
        select array[${sql.join(differ)}]::int[] as differ, array[${sql.join(fit)}]::int[] as fit
        from (select n::bigint as card_number from generate_series(1, 30000) n
          union all select n from generate_series(30001, 9999999, 997) n
          union all values (12345678), (1234567890123), (99000000)) clients`.execute(db.tx)
      return rows
    })
    expect(row?.differ).toEqual(starts.map(() => 0))
    expect(row?.fit.filter((count) => count > 0).length).toBeGreaterThan(6)
  })

  async function saved(rules: Rules, name: string): Promise<string> {
    const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    const params = { c: shop.c, segmentId: id }
    await shop.owner.send(segments.saveSegment, { params, body: { ...rules, name, version } })
    return id
  }

  it('are listed in their order, however far behind the newest clients they are', async () => {
    const segment = await saved(all(lapsed, male), 'Lapsed')
    const expected = await query<{ card_number: string }>(
      server,
      `select card_number from clients c join client_purchases p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
       where c.cabinet_id = $1 and c.sex = 'male'
         and (p.last_at at time zone 'Europe/Moscow')::date <= (now() at time zone 'Europe/Moscow')::date - 1000
       order by c.created_at desc, c.id desc`,
      [shop.c],
    )
    const numbers = expected.map((row) => Number(row.card_number))
    expect(numbers[0]).toBeGreaterThan(100_000 + 20_000)
    // The newest clients have the lowest numbers here.
    for (const [o, d, back] of [
      ['created', 'desc', 'asc'],
      ['cardNumber', 'asc', 'desc'],
    ] as const) {
      const list = async (asked: Record<string, string | number>) => {
        const { data, meta } = await shop.owner.send(clients.listClients, {
          params: { c: shop.c },
          query: { segment, count: 'about', limit: 50, o, d, ...asked } as never,
        })
        return { numbers: data.map((row) => row.cardNumber), meta }
      }
      const first = await list({ at: 'first' })
      expect(first.numbers).toEqual(numbers.slice(0, 50))
      expect(first.meta.isEstimate).toBe(true)
      const most = PEOPLE * SHARE_OFF + numbers.length * ROUNDED_OFF
      expect(Math.abs(first.meta.total - numbers.length)).toBeLessThan(most)
      const second = await list({ at: first.meta.next ?? '' })
      expect(second.numbers).toEqual(numbers.slice(50, 100))
      expect((await list({ at: second.meta.previous ?? '' })).numbers).toEqual(first.numbers)
      expect((await list({ page: 3 })).numbers).toEqual(numbers.slice(100, 150))
      const last = await list({ at: 'last' })
      expect(last.numbers).toEqual(numbers.slice(-50))
      expect((await list({ at: last.meta.previous ?? '' })).numbers).toEqual(numbers.slice(-100, -50))
      expect((await list({ at: 'first', d: back })).numbers).toEqual(numbers.toReversed().slice(0, 50))
      expect((await list({ at: 'first', count: 'exact' })).meta.total).toBe(numbers.length)
    }
  })

  it('are listed in every order as the rows have it, also together with a tag', async () => {
    const [tag] = await query<{ id: string }>(
      server,
      `insert into tags (cabinet_id, id, name, created_at) values ($1, gen_random_uuid(), 'Wine', now()) returning id`,
      [shop.c],
    )
    await query(server, TAGS, [shop.c, tag?.id])
    const withTag: Criterion = { kind: 'tag', operator: 'one_of', value: [tag?.id ?? ''] }
    const segment = await saved(all(lapsed, withTag), 'Lapsed, with wine')
    const columns = {
      name: 'name_order collate "und-x-icu"',
      cardNumber: 'card_number',
      balance: 'balance_minor',
      birthday: 'birthday',
    }
    for (const [o, column] of Object.entries(columns)) {
      for (const d of ['asc', 'desc'] as const) {
        const expected = await query<{ id: string }>(
          server,
          `select c.id from clients c join client_purchases p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
           where c.cabinet_id = $1 and c.card_number % 11 = 3
             and (p.last_at at time zone 'Europe/Moscow')::date <= (now() at time zone 'Europe/Moscow')::date - 1000
           order by ${column} ${d}, c.id ${d} limit 60`,
          [shop.c],
        )
        const list = (asked: Record<string, string>) =>
          shop.owner.send(clients.listClients, {
            params: { c: shop.c },
            query: { segment, count: 'about', limit: 20, o, d, ...asked } as never,
          })
        const first = await list({ at: 'first' })
        const second = await list({ at: first.meta.next ?? '' })
        const third = await list({ page: '3' })
        const found = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id))
        expect([o, d, found]).toEqual([o, d, expected.map(({ id }) => id)])
        expect((await list({ at: 'first', limit: '2' })).data.map(({ id }) => id)).toEqual(found.slice(0, 2))
      }
    }
  })

  it('are listed where few fit, or nobody', async () => {
    for (const [rules, expected] of [
      [all(richest, male), 'n % 1000 = 999 and n % 3 = 0'],
      [all(rare), 'n % 4000 = 7'],
      [all(often, { kind: 'purchases', operator: 'gte', value: 1 }), 'false'],
      [all(spent, { kind: 'spent', operator: 'lt', value: 10_000 }), 'false'],
    ] as const) {
      const segment = await saved(rules, `Few ${crypto.randomUUID()}`)
      const wanted = await query<{ n: number }>(
        server,
        `select n from (select card_number::int - 100000 as n from clients where cabinet_id = $1) c
         where n > 0 and ${expected} order by n desc`,
        [shop.c],
      )
      const numbers = wanted.map(({ n }) => n)
      const list = async (asked: object) => {
        const given = { segment, o: 'cardNumber', d: 'desc', limit: 10, ...asked } as never
        const page = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: given })
        return { found: page.data.map((row) => row.cardNumber - 100_000), meta: page.meta }
      }
      const { found, meta } = await list({ at: 'first', count: 'about' })
      expect([found, meta.total]).toEqual([numbers.slice(0, 10), numbers.length])
      if (meta.next) expect((await list({ at: meta.next })).found).toEqual(numbers.slice(10, 20))
      expect((await list({ page: 2 })).found).toEqual(numbers.slice(10, 20))
    }
  })

  it('show some who fit', async () => {
    for (const rules of [all(male, spent), all(richest, spent), all(rare), all(male, grown), any(rare, richest)]) {
      const { samples } = await shop.owner.send(segments.countSegment, {
        params: { c: shop.c },
        query: { count: 'about' },
        body: rules,
      })
      expect(samples.length).toBe(5)
      const ways = rules.match === 'all' ? [rules.criteria] : rules.criteria.map((one) => [one])
      for (const { cardNumber: value } of samples) {
        const { exact } = await countBoth(
          ways.map((criteria) => all(...criteria, { kind: 'cardnumber', operator: 'eq', value })),
        )
        expect(exact).toContain(1)
      }
    }
  })
})
