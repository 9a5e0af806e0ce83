/** A buyer's figures hold when the client came and the number of the card (0614), whatever becomes of these. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { client, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { make } from '../../../test/keys.ts'
import { request } from '../../../test/people.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'

setUpClients()

/** Clients, one for each number. A negative one is that of a form, which gets its own at the commit. */
async function add(db: CabinetDb, numbers: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into clients (cabinet_id, id, name, card_number, template_id, form_id, created_at, updated_at)
    select ${db.cabinetId}, gen_random_uuid(), 'New', number, f.template_id, case when number < 0 then f.id end, now(),
      now()
    from unnest(${[...numbers]}::bigint[]) number,
      (select id, template_id from forms where cabinet_id = ${db.cabinetId} limit 1) f
    returning id`.execute(db.tx)
  return rows.map(({ id }) => id)
}

const buy = (db: CabinetDb, ids: readonly string[]) =>
  sql`insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id,
      received_at)
    select ${db.cabinetId}, gen_random_uuid(), id, 'purchase', now(), 1000, '', 'test', gen_random_uuid()::text, now()
    from unnest(${[...ids]}::uuid[]) id`.execute(db.tx)

const renumber = (db: CabinetDb, id: string, number: number) =>
  sql`update clients set card_number = ${number} where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)

const work = <T>(todo: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, todo)

type Kept = { id: string; number: number; purchases: number; spent: number }
const keptOf = (ids: readonly string[]) =>
  query<Kept>(
    server,
    `select client_id as id, client_card_number::int as number, purchases, spent_minor::int as spent
     from client_purchases where client_id = any($1::uuid[]) order by client_card_number`,
    [ids],
  )

/** Every copy beside its source. */
async function expectCopies(): Promise<void> {
  const wrong = await query(
    server,
    `select p.client_id, p.client_card_number, c.card_number from client_purchases p
     join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
     where (p.client_created_at, p.client_card_number, p.is_present)
       is distinct from (c.created_at, c.card_number, c.archived_at is null)`,
  )
  expect(wrong).toEqual([])
}

it('clients of a form who buy before they have a number', async () => {
  const ids = await work(async (db) => {
    const added = await add(db, [-11, -12, -13])
    await buy(db, added)
    return added
  })
  const kept = await keptOf(ids)
  expect(kept.map(({ number }) => number > 0)).toEqual([true, true, true])
  await expectCopies()
})

it('clients of an import who come with purchases', async () => {
  const ids = await work(async (db) => {
    const added = await add(db, [70_001, 70_002, 70_003])
    await buy(db, [...added, ...added])
    return added
  })
  expect((await keptOf(ids)).map(({ number, purchases, spent }) => [number, purchases, spent])).toEqual([
    [70_001, 2, 2000],
    [70_002, 2, 2000],
    [70_003, 2, 2000],
  ])
  await expectCopies()
})

it('another number, before and after the first purchase and in the same transaction', async () => {
  const ids = await work((db) => add(db, [71_001, 71_002, 71_003]))
  const [first = '', second = '', third = ''] = ids
  await work((db) => renumber(db, first, 71_011))
  await work((db) => buy(db, ids))
  await work((db) => renumber(db, second, 71_012))
  await work(async (db) => {
    await renumber(db, third, 71_014)
    await buy(db, [third])
    await renumber(db, third, 71_013)
  })
  const kept = await keptOf(ids)
  expect(kept.map(({ id, number }) => [id, number])).toEqual([
    [first, 71_011],
    [second, 71_012],
    [third, 71_013],
  ])
  await expectCopies()
})

it('a number that changes while somebody else reports the first purchase', async () => {
  const [renumbered = '', bought = ''] = await work((db) => add(db, [72_001, 72_002]))
  const meanwhile: Promise<unknown>[] = []
  /** What the other one does waits for the commit of this one. */
  const beside = async (mine: (db: CabinetDb) => Promise<unknown>, others: (db: CabinetDb) => Promise<unknown>) =>
    work(async (db) => {
      await mine(db)
      meanwhile.push(work(others))
      await new Promise((go) => setTimeout(go, 200))
    })
  await beside(
    (db) => renumber(db, renumbered, 72_011),
    (db) => buy(db, [renumbered]),
  )
  await beside(
    (db) => buy(db, [bought]),
    (db) => renumber(db, bought, 72_012),
  )
  await Promise.all(meanwhile)
  expect((await keptOf([renumbered, bought])).map(({ number }) => number)).toEqual([72_011, 72_012])
  await expectCopies()
})

it('clients who are merged, parted, archived and brought back', async () => {
  const { secret } = await make(['clients:read', 'clients:write'], { of: shop })
  const [kept, gone] = [await client('Kept'), await client('Gone')]
  const at = server.app.clock.now().toISOString()
  for (const { id } of [kept, gone])
    await request(
      server,
      externalEvents.addEvent,
      { params: { c: shop.c, id }, body: { kind: 'purchase', at, senderId: `of ${id}`, amountMinor: 10_00 } },
      secret,
    )
  const sums = async () => new Map((await keptOf([kept.id, gone.id])).map(({ id, purchases }) => [id, purchases]))
  const params = { c: shop.c, id: kept.id }
  await shop.owner.send(merges.mergeClients, { params, body: { client: gone.id } })
  expect([(await sums()).get(kept.id), (await sums()).get(gone.id)]).toEqual([2, 0])
  await expectCopies()
  await work((db) => renumber(db, gone.id, 73_001))
  await shop.owner.send(merges.undoMerge, { params, body: { client: gone.id } })
  expect([(await sums()).get(kept.id), (await sums()).get(gone.id)]).toEqual([1, 1])
  await save(kept.id, { name: 'Kept again' })
  await expectCopies()
  const archive = (text: string) => query(server, `update clients set archived_at = ${text} where id = $1`, [gone.id])
  await archive('now()')
  await expectCopies()
  await archive('null')
  await expectCopies()
  expect((await keptOf([gone.id])).map(({ number }) => number)).toEqual([73_001])
})

it('figures of who has nothing any more are zeros, without days', async () => {
  const ids = await work(async (db) => {
    const added = await add(db, [74_001, 74_002])
    await buy(db, added)
    await sql`update external_events set is_void = true
      where cabinet_id = ${db.cabinetId} and client_id = ${added[0]}`.execute(db.tx)
    return added
  })
  const rows = await query(
    server,
    `select purchases, spent_minor::int as spent, last_at is null as never, last_day is null as no_day,
       cardinality(days) + cardinality(purchases_by) + cardinality(spent_by) as days
     from client_purchases where client_id = any($1::uuid[]) order by client_card_number`,
    [ids],
  )
  expect(rows).toEqual([
    { purchases: 0, spent: 0, never: true, no_day: true, days: 0 },
    { purchases: 1, spent: 1000, never: false, no_day: false, days: 3 },
  ])
})

it('figures of few, whose plans are kept, are those of many', async () => {
  const ids = await work((db) =>
    add(
      db,
      Array.from({ length: 12 }, (_, n) => 990_100 + n),
    ),
  )
  // Three purchases of some, and something taken back; few and then all in one statement.
  await work(async (db) => {
    for (let n = 0; n < 12; n += 3) await buy(db, ids.slice(n, n + 3))
    await buy(db, ids)
    await buy(db, ids.slice(0, 8))
    await sql`update external_events set returned_minor = 400
      where cabinet_id = ${db.cabinetId} and client_id = any(${ids.slice(0, 2)}::uuid[])`.execute(db.tx)
    await sql`update external_events set held_by = ${ids[3]}
      where cabinet_id = ${db.cabinetId} and client_id = ${ids[4]}`.execute(db.tx)
  })
  const figures = () =>
    query(server, 'select * from client_purchases where client_id = any($1::uuid[]) order by client_id', [ids])
  const kept = await figures()
  expect((await keptOf(ids)).map(({ purchases, spent }) => [purchases, spent])).toEqual([
    [3, 1800],
    [3, 1800],
    [3, 3000],
    [6, 6000],
    [0, 0],
    ...Array.from({ length: 3 }, () => [3, 3000]),
    ...Array.from({ length: 4 }, () => [2, 2000]),
  ])
  await work((db) =>
    sql`select sum_up_purchases_of_many(array_fill(${db.cabinetId}::bigint, array[12]), ${ids}::uuid[])`.execute(db.tx),
  )
  expect(await figures()).toEqual(kept)
  await expectCopies()
})
