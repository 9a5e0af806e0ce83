/** The order of changed cards is taken at the commit: work that goes on after a change holds up no till. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { issuePasses, queueCardUpdates, writeMessages } from './passes.ts'

let server: TestServer
let shop: Shop
let [first, second] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Order')
  await newIphone(server, shop, 'Anna')
  await newIphone(server, shop, 'Boris')
  const rows = await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1 order by created_at', [
    shop.c,
  ])
  ;[first, second] = rows.map((row) => row.id) as [string, string]
})
afterAll(() => server?.close())

const inside = <T>(work: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, work)
const raise = (db: CabinetDb, id: string) => queueCardUpdates(server.app, db, [id], false)
const tagOf = async (id: string) =>
  (await query<{ tag: number }>(server, 'select tag::int from passes where id = $1', [id]))[0]?.tag ?? 0
const orderOf = async () =>
  (await query<{ tag: number }>(server, 'select change_tag::int as tag from cabinets where id = $1', [shop.c]))[0]
    ?.tag ?? 0
/** Fails at once when somebody holds the row. */
const lockAccount = () => query(server, 'select from cabinets where id = $1 for no key update nowait', [shop.c])

const CHANGES: [string, (db: CabinetDb) => Promise<unknown>][] = [
  ['a changed card', (db) => raise(db, first)],
  ['a message', (db) => writeMessages(server.app, db, [{ id: first, text: 'Soup', isSilent: false }])],
]
it.each(CHANGES)('the account is free while work goes on after %s', async (_, change) => {
  const before = await orderOf()
  await inside(async (db) => {
    await change(db)
    await lockAccount()
    expect(await orderOf()).toBe(before)
  })
  expect([await orderOf(), await tagOf(first)]).toEqual([before + 1, before + 1])
})

it('who commits last is last in the order, whoever has changed a card first', async () => {
  await inside(async (db) => {
    await raise(db, first)
    await inside((other) => raise(other, second))
    expect(await tagOf(second)).toBe(await orderOf())
  })
  expect(await tagOf(first)).toBe((await tagOf(second)) + 1)
})

it('all cards of a transaction share a place, however often each has changed', async () => {
  const before = await orderOf()
  await inside(async (db) => {
    await raise(db, second)
    await raise(db, first)
    await writeMessages(server.app, db, [{ id: second, text: 'Cake', isSilent: false }])
  })
  expect([await tagOf(first), await tagOf(second), await orderOf()]).toEqual([before + 1, before + 1, before + 1])
})

it('a change keeps its place in a transaction that ends outside the account', async () => {
  const before = await orderOf()
  await inside(async (db) => {
    await raise(db, first)
    await sql`select set_config('app.cabinet', '0', true)`.execute(db.tx)
  })
  expect(await tagOf(first)).toBe(before + 1)
})

it('a card that nobody has changed keeps its place, and a new one takes none: it is on no phone', async () => {
  const [client] = await query<{ id: string; template_id: string }>(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
     values ($1, gen_random_uuid(), 'New', 990001, $2, now(), now()) returning id, template_id`,
    [shop.c, shop.template],
  )
  const before = [await tagOf(first), await orderOf()]
  await inside(async (db) => {
    await issuePasses(server.app, db, client ? [client] : [])
    await sql`set constraints all immediate`.execute(db.tx)
    await lockAccount()
  })
  const [made] = await query<{ id: string; tag: number }>(
    server,
    'select id, tag::int from passes where client_id = $1',
    [client?.id],
  )
  expect([await tagOf(first), await orderOf(), made?.tag]).toEqual([...before, 0])
  await inside((db) => raise(db, made?.id ?? ''))
  expect(await tagOf(made?.id ?? '')).toBe((before[1] ?? 0) + 1)
})

it('no card is left without a place', async () => {
  expect(await query(server, 'select from passes where tag < 0')).toEqual([])
})

it('nothing else is counted while cards get their place: the account is locked then', async () => {
  const triggers = await query<{ name: string; definition: string }>(
    server,
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = 'passes'::regclass and not tgisinternal and tgtype & 1 = 0 and tgtype & 16 = 16`,
  )
  expect(triggers.length).toBeGreaterThan(1)
  for (const { name, definition } of triggers)
    expect([name, definition]).toEqual([name, expect.stringContaining('app.ordering')])
  const counted = () =>
    query<{ n: number }>(server, 'select count(*)::int as n from card_counts where cabinet_id = $1', [shop.c])
  const [before] = await counted()
  await inside(async (db) => {
    await raise(db, first)
    // The card gets its place here, and what follows in the transaction is counted again.
    await sql`set constraints all immediate`.execute(db.tx)
    await sql`update passes set voided_at = now() where cabinet_id = ${shop.c} and id = ${second}`.execute(db.tx)
  })
  const [after] = await counted()
  expect(Number(after?.n)).toBe(Number(before?.n) + 1)
})
