import { expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { client, list, server, setUpClients, shop } from '../../../test/client-shop.ts'

setUpClients()

const kept = async () =>
  (await query<{ present: number }>(server, 'select present from client_counts where cabinet_id = $1', [shop.c]))[0]
    ?.present
const counted = async () =>
  (
    await query<{ n: string }>(
      server,
      'select count(*) as n from clients where cabinet_id = $1 and archived_at is null',
      [shop.c],
    )
  ).map((row) => Number(row.n))[0]

it('keeps the number of clients, whatever happens to them', async () => {
  const before = (await list({})).meta.total
  const [first, second] = [await client('Counted'), await client('Counted')]
  expect((await list({})).meta.total).toBe(before + 2)
  const archive = (id: string, now: 'now' | 'null') =>
    query(server, `update clients set archived_at = ${now === 'now' ? 'now()' : 'null'} where id = $1`, [id])
  await archive(first.id, 'now')
  await archive(first.id, 'now')
  expect([(await list({})).meta.total, await kept()]).toEqual([before + 1, await counted()])
  await archive(first.id, 'null')
  expect([(await list({})).meta.total, await kept()]).toEqual([before + 2, await counted()])
  await query(server, 'delete from clients where id = $1', [second.id])
  expect([(await list({})).meta.total, await kept()]).toEqual([before + 1, await counted()])
})

it('counts several clients that one statement makes, without those in the archive', async () => {
  const before = await kept()
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at, archived_at)
    select cabinet_id, gen_random_uuid(), 9000 + n, template_id, now(), now(), case when n = 3 then now() end
    from (select cabinet_id, template_id from clients where cabinet_id = $1 limit 1) c, generate_series(1, 3) n`,
    [shop.c],
  )
  expect([await kept(), (await list({})).meta.total]).toEqual([(before ?? 0) + 2, await counted()])
})

it('finds pages of rare and of frequent words in the same order', async () => {
  const template = (await list({})).data[0]?.template.id
  await query(
    server,
    `insert into clients (cabinet_id, id, name, surname, card_number, template_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'Walk', case when n % 2 = 0 then 'Frequent' when n in (3, 2101, 2105) then 'Rarely'
      else 'Other' end, 20000 + n, $2, timestamptz '2026-01-01' - n * interval '1 hour', now()
    from generate_series(1, 2200) n`,
    [shop.c, template],
  )
  const numbers = async (question: Record<string, string | number>) =>
    (await list(question)).data.map((row) => row.cardNumber)
  expect(await numbers({ q: 'rarely' })).toEqual([20003, 22101, 22105])
  expect(await numbers({ q: 'rarely', d: 'asc' })).toEqual([22105, 22101, 20003])
  expect(await numbers({ q: 'rarely', limit: 2, page: 2 })).toEqual([22105])
  expect(await numbers({ q: 'frequent', limit: 3 })).toEqual([20002, 20004, 20006])
  expect(await numbers({ q: 'frequent', limit: 100, page: 11 })).toHaveLength(100)
  expect(await numbers({ q: 'frequent', limit: 100, page: 12 })).toEqual([])
  expect((await list({ q: 'frequent' })).meta.total).toBe(1100)
  expect(await numbers({ q: '20002' })).toEqual([20002])
})

it('looks for one or two letters at the beginning of a word, and for digits as the number of a card', async () => {
  const short = await client('Qzort', { surname: 'Aqzel' })
  const found = async (q: string) => (await list({ q })).data.map((row) => row.id)
  expect([await found('qz'), await found('aq')]).toEqual([[short.id], [short.id]])
  expect([await found('ze'), await found('zel')]).toEqual([[], [short.id]])
  const number = (await list({ q: 'qz' })).data[0]?.cardNumber ?? 0
  expect(number).toBeLessThan(100)
  expect(await found(String(number))).toContain(short.id)
})
