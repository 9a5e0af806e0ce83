import { beforeAll, describe, expect, it } from 'vitest'
import { clients, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { list, server, setUpClients } from '../../../test/client-shop.ts'
import { estimateOf, roundEstimate } from './list-count.ts'

setUpClients()

let big: Shop
const of = (question: Record<string, string | number>) => list(question, big)
const ROWS = 57

beforeAll(async () => {
  big = await openShop(server, 'Steps')
  // Many are equal in each order, some have no birthday, and times have microseconds.
  await query(
    server,
    `insert into clients (cabinet_id, id, name, surname, card_number, balance_minor, bonus_minor, discount_hundredths,
      birthday, sex, template_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'Name' || n % 4, case n % 3 when 0 then 'Ćirić' when 1 then 'Čapek' else '' end, n,
      n % 5, n % 2, n % 7, case when n % 4 > 0 then date '1990-01-01' + n % 6 end,
      case when n % 3 = 0 then 'male' else 'female' end, $2,
      timestamptz '2026-01-01 00:00:00.123456+00' + n % 10 * interval '1 microsecond', now()
    from generate_series(1, ${ROWS}) n`,
    [big.c, big.template],
  )
})

async function walk(question: Record<string, string | number>, at: string, to: 'next' | 'previous'): Promise<string[]> {
  const pages: string[][] = []
  for (let place: string | null | undefined = at; place;) {
    const { data, meta } = await of({ ...question, at: place })
    const ids = data.map((row) => row.id)
    if (to === 'next') pages.push(ids)
    else pages.unshift(ids)
    place = meta[to]
  }
  return pages.flat()
}

describe('the steps of a list', () => {
  it.each(SORT_COLUMNS.flatMap((o) => (['asc', 'desc'] as const).map((d) => ({ o, d }))))(
    'show every client once, forwards and backwards, by $o $d',
    async (order) => {
      const whole = (await of({ ...order, limit: 100 })).data.map((row) => row.id)
      expect(whole).toHaveLength(ROWS)
      expect(await walk({ ...order, limit: 10 }, 'first', 'next')).toEqual(whole)
      expect(await walk({ ...order, limit: 10 }, 'last', 'previous')).toEqual(whole)
      const men = (await of({ ...order, limit: 100, sex: 'male', q: 'name' })).data.map((row) => row.id)
      expect(await walk({ ...order, limit: 4, sex: 'male', q: 'name' }, 'first', 'next')).toEqual(men)
      expect(await walk({ ...order, limit: 4, sex: 'male', q: 'name' }, 'last', 'previous')).toEqual(men)
    },
  )

  it('know where the list begins and ends', async () => {
    const first = await of({ at: 'first', limit: 50 })
    expect([first.meta.previous, first.meta.total, first.data.length]).toEqual([null, ROWS, 50])
    const second = await of({ at: first.meta.next ?? '', limit: 50 })
    expect([second.meta.next, second.data.length]).toEqual([null, ROWS - 50])
    const back = await of({ at: second.meta.previous ?? '', limit: 50 })
    expect([back.meta.previous, back.data]).toEqual([null, first.data])
    const last = await of({ at: 'last', limit: 50 })
    expect([last.meta.next, last.data.length]).toEqual([null, 50])
    expect((await of({ at: 'first', limit: 50, q: 'nobody' })).meta).toMatchObject({ next: null, previous: null })
  })

  it('are not lost when the client at the edge goes', async () => {
    const first = await of({ at: 'first', limit: 10, o: 'cardNumber', d: 'asc' })
    const edge = first.data[9]?.id ?? ''
    await query(server, 'update clients set archived_at = now() where id = $1', [edge])
    const next = await of({ at: first.meta.next ?? '', limit: 10, o: 'cardNumber', d: 'asc' })
    expect(next.data[0]?.cardNumber).toBe(11)
    await query(server, 'update clients set archived_at = null where id = $1', [edge])
  })

  it('refuse a place that is none, or of another order', async () => {
    const { next } = (await of({ at: 'first', limit: 10 })).meta
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = '00000000-0000-4000-8000-000000000000'
    for (const [at, o] of [
      ['nowhere', 'created'],
      [next ?? '', 'name'],
      [packed(['balance', 'desc', 'next', '1; drop', id]), 'balance'],
      [packed(['balance', 'desc', 'next', '1', 'x']), 'balance'],
      [packed(['created', 'desc', 'next', '2026-13-45', id]), 'created'],
      [packed(['birthday', 'desc', 'next', '2026-02-31', id]), 'birthday'],
      [packed(null), 'created'],
    ] as const) {
      const refused = await big.owner.ask(clients.listClients, { params: { c: big.c }, query: { at, o } })
      expect([at, refused.status]).toEqual([at, 422])
    }
  })
})

describe('a large account', () => {
  let large: Shop
  beforeAll(async () => {
    large = await openShop(server, 'Large')
    await query(
      server,
      `insert into clients (cabinet_id, id, name, card_number, balance_minor, template_id, created_at, updated_at)
      select $1, ${SEEDED_ID}, case when n % 4 = 0 then 'Frequent' when n % 3000 = 1 then 'Rarely' else 'x' end, n,
        n, $2, now(), now() from generate_series(1, 12000) n`,
      [large.c, large.template],
    )
  })

  it('has pages of those who are not among its first thousand', async () => {
    const pageOf = async (from: number, more: Record<string, string | number> = {}) => {
      const { data, meta } = await list({ o: 'cardNumber', d: 'asc', limit: 3, balanceFrom: from, ...more }, large)
      return [data.map((row) => row.balanceMinor), meta.total]
    }
    expect(await pageOf(9_000)).toEqual([[9_000, 9_001, 9_002], 3_001])
    expect(await pageOf(9_000, { page: 2 })).toEqual([[9_003, 9_004, 9_005], 3_001])
    expect(await pageOf(9_000, { at: 'last', d: 'desc' })).toEqual([[9_002, 9_001, 9_000], 3_001])
    expect(await pageOf(11_999)).toEqual([[11_999, 12_000], 2])
    expect(await pageOf(9_000, { q: 'frequent' })).toEqual([[9_000, 9_004, 9_008], 751])
    expect(await pageOf(12_001)).toEqual([[], 0])
  })

  it('has a count that is rounded to what can be relied on', () => {
    expect([21_793, 133_606, 99, 7, 0, 999_999].map(roundEstimate)).toEqual([22_000, 130_000, 99, 7, 0, 1_000_000])
  })

  it('is estimated by one digit where few of the sample fit, who are still too many to count', () => {
    expect(estimateOf(1_000_000, { seen: 2_000, fit: 17 })).toBe(9_000)
    expect(estimateOf(1_000_000, { seen: 2_000, fit: 40 })).toBe(20_000)
    expect(estimateOf(1_000_000, { seen: 2_000, fit: 9 })).toBeUndefined()
    expect(estimateOf(150_000, { seen: 2_000, fit: 39 })).toBeUndefined()
  })

  it('has an estimated count where an estimate will do, and an exact one where it is asked for', async () => {
    const meta = async (question: Record<string, string>) => (await list({ limit: 1, ...question }, large)).meta
    expect(await meta({ count: 'about' })).toEqual({ total: 12_000, page: 1, limit: 1 })
    expect(await meta({ count: 'about', q: 'rarely' })).toMatchObject({ total: 4 })
    expect((await meta({ count: 'about', q: 'rarely' })).isEstimate).toBeUndefined()
    const about = await meta({ count: 'about', q: 'frequent' })
    expect([about.isEstimate, about.total > 2_500 && about.total < 3_500]).toEqual([true, true])
    expect(await meta({ q: 'frequent' })).toEqual({ total: 3_000, page: 1, limit: 1 })
  })
})
