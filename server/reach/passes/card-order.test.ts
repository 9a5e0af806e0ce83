/** A changed card gets its place in the order when it is announced: a till locks nothing that others need. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import type { Iphone } from '../../../test/phones.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { placeChanged } from './order.ts'
import { issuePasses, queueCardUpdates, voidCards, writeMessages } from './passes.ts'

let server: TestServer
let shop: Shop
let phone: Iphone
let [first, second] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Order')
  phone = await newIphone(server, shop, 'Anna')
  await newIphone(server, shop, 'Boris')
  const rows = await query<{ id: string }>(server, 'select id from passes where cabinet_id = $1 order by created_at', [
    shop.c,
  ])
  ;[first, second] = rows.map((row) => row.id) as [string, string]
})
afterAll(() => server?.close())

const inside = <T>(work: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, work)
const raise = (db: CabinetDb, id: string) => queueCardUpdates(server.app, db, [id], false)
const change = (id: string) => inside((db) => raise(db, id))
const place = (...ids: string[]) => placeChanged(server.app, shop.c, ids)
const tagOf = async (id: string) =>
  (await query<{ tag: number }>(server, 'select tag::int from passes where id = $1', [id]))[0]?.tag
const orderOf = async () =>
  (
    await query<{ last: number }>(server, 'select last_place::int as last from card_orders where cabinet_id = $1', [
      shop.c,
    ])
  )[0]?.last ?? 0
/** Fails at once when somebody holds a row that others of the business need. */
const lockShared = async () => {
  await query(server, 'select from cabinets where id = $1 for no key update nowait', [shop.c])
  await query(server, 'select from card_orders where cabinet_id = $1 for no key update nowait', [shop.c])
}
/** What is listed for the first phone; null: nothing new. */
async function listed(): Promise<string[] | null> {
  const answer = await phone.list()
  if (answer.status === 204) return null
  const { lastUpdated, serialNumbers } = (await answer.json()) as { lastUpdated: string; serialNumbers: string[] }
  phone.tag = lastUpdated
  return serialNumbers
}

const CHANGES: [string, (db: CabinetDb) => Promise<unknown>][] = [
  ['a changed card', (db) => raise(db, first)],
  ['a message', (db) => writeMessages(server.app, db, [{ id: first, text: 'Soup', isSilent: false }])],
  [
    'a withdrawn card',
    async (db) => {
      const [card] = await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [second])
      await voidCards(server.app, db, card?.client_id ?? '')
    },
  ],
]
it.each(CHANGES)('%s keeps nobody of the business waiting, to the end of its transaction', async (_, work) => {
  await server.drainJobs()
  const before = await orderOf()
  await inside(async (db) => {
    await work(db)
    await sql`set constraints all immediate`.execute(db.tx)
    await lockShared()
  })
  expect(await orderOf()).toBe(before)
})

it('its announcement gives a changed card its place', async () => {
  await server.drainJobs()
  const before = await orderOf()
  await change(first)
  await server.drainJobs()
  expect([await tagOf(first), await orderOf()]).toEqual([before + 1, before + 1])
})

it('cards that are announced together share a place, and one that has a place keeps it', async () => {
  await server.drainJobs()
  const before = await orderOf()
  await change(first)
  await change(second)
  await place(first, second)
  await place(first, second)
  expect([await tagOf(first), await tagOf(second), await orderOf()]).toEqual([before + 1, before + 1, before + 1])
  await change(second)
  await place(first, second)
  expect([await tagOf(first), await tagOf(second)]).toEqual([before + 1, before + 2])
})

it('a card is listed for its phone before it has its place, and again when it has', async () => {
  await server.drainJobs()
  await listed()
  expect(await listed()).toBeNull()
  await change(first)
  expect(await listed()).toEqual([first])
  await place(first)
  expect(await listed()).toEqual([first])
  expect(await listed()).toBeNull()
})

it('a card that is changed while others get their place is left to its own announcement', async () => {
  await change(first)
  await change(second)
  await inside(async (db) => {
    await raise(db, first)
    await place(first, second)
    expect(await tagOf(second)).toBe(await orderOf())
  })
  expect(await tagOf(first)).toBe(-1)
  await place(first)
  expect(await tagOf(first)).toBe(((await tagOf(second)) ?? 0) + 1)
})

it('a new card takes no place: it is on no phone', async () => {
  const [client] = await query<{ id: string; template_id: string }>(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
     values ($1, gen_random_uuid(), 'New', 990001, $2, now(), now()) returning id, template_id`,
    [shop.c, shop.template],
  )
  await inside((db) => issuePasses(server.app, db, client ? [client] : []))
  const [made] = await query<{ id: string; tag: number }>(
    server,
    'select id, tag::int from passes where client_id = $1',
    [client?.id],
  )
  expect(made?.tag).toBe(0)
  const before = await orderOf()
  await place(made?.id ?? '')
  expect([await tagOf(made?.id ?? ''), await orderOf()]).toEqual([0, before])
})

it('no card is left without a place', async () => {
  await server.drainJobs()
  expect(await query(server, 'select from passes where tag < 0')).toEqual([])
})

it('nothing is counted while cards get their place: the order is locked then', async () => {
  const triggers = await query<{ name: string; definition: string }>(
    server,
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = 'passes'::regclass and not tgisinternal and tgtype & 1 = 0 and tgtype & 16 = 16`,
  )
  expect(triggers.length).toBeGreaterThan(1)
  for (const { name, definition } of triggers)
    expect([name, definition]).toEqual([name, expect.stringContaining('app.ordering')])
  const counted = async () =>
    (
      await query<{ n: number }>(server, 'select count(*)::int as n from card_counts where cabinet_id = $1', [shop.c])
    )[0]?.n
  await change(first)
  const before = await counted()
  await place(first)
  expect(await counted()).toBe(before)
})
