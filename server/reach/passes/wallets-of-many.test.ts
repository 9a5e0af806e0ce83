/** Triggers that count cards and phones of a whole statement: whatever came in it, also beside other writers. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { client, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { seeded } from '../../../test/hostile.ts'
import { WALLET_DRIFT } from '../../../test/wallet-drift.ts'

setUpClients()

const MANY = 400
const DEADLOCK = '40P01'
let lastNumber = 700_000

/** A client without a card. */
async function spare() {
  const other = await client('Spare')
  await query(server, 'delete from passes where client_id = $1', [other.id])
  return other
}

const drift = () => query(server, WALLET_DRIFT)

/** One statement for all their cards, one for all their phones. */
async function addMany(name: string): Promise<string[]> {
  const first = await client(`First of ${name}`)
  const ids = Array.from({ length: MANY }, () => crypto.randomUUID())
  await query(
    server,
    `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
     select c.cabinet_id, given.id, $3, $4::int + given.n, c.template_id, now(), now()
     from clients c cross join unnest($2::uuid[]) with ordinality given(id, n) where c.id = $1`,
    [first.id, ids, name, (lastNumber += MANY)],
  )
  await query(
    server,
    `insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at,
       google_saved_at, google_removed_at)
     select p.cabinet_id, gen_random_uuid(), given.id, p.template_id, p.certificate_id, p.tag, now(), now(),
       case when n % 3 = 0 then now() end, case when n % 5 = 0 and n % 3 > 0 then now() end
     from passes p cross join unnest($2::uuid[]) with ordinality given(id, n) where p.client_id = $1`,
    [first.id, ids],
  )
  await query(
    server,
    `insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
     select p.cabinet_id, gen_random_uuid(), phone, p.id, 'token', now(), now()
     from passes p cross join unnest(array['one', 'two']) phone
     where p.client_id = any($1::uuid[]) and (phone = 'one' or left(p.id::text, 1) < '4')`,
    [ids.slice(0, MANY / 2)],
  )
  return ids
}

/** @returns how often something happened to cards, by growth and counted anew */
async function counted(event: string, anew: string) {
  const [row] = await query<{ growth: number; anew: number }>(
    server,
    `select coalesce((select sum(count) from growth_days where cabinet_id = $1 and event = $2), 0)::int as growth,
       (${anew})::int as anew`,
    [shop.c, event],
  )
  return [row?.growth, row?.anew]
}

it('cards and phones of many in one statement', async () => {
  await addMany('Many')
  expect(await drift()).toEqual([])
  const [issued, cards] = await counted('issued', 'select count(*) from passes where cabinet_id = $1')
  expect(issued).toBe(cards)
  const phones = 'select count(distinct pass_id) from registrations where cabinet_id = $1'
  const [installed, held] = await counted('installed_apple', phones)
  expect([installed, held]).toEqual([MANY / 2, MANY / 2])
})

it('cards that change, go to another client and are deleted by the hundred', async () => {
  const ids = await addMany('Moving')
  const of = [ids]
  await query(
    server,
    'update passes set google_saved_at = null, google_removed_at = now() where client_id = any($1)',
    of,
  )
  expect(await drift()).toEqual([])
  await query(server, 'update passes set modified_at = now() where client_id = any($1)', of)
  await query(server, 'update passes set client_id = $2 where client_id = $1', [ids[0], (await spare()).id])
  expect(await drift()).toEqual([])
  await query(
    server,
    `update clients c set merged_into = o.into_id from unnest($1::uuid[], $2::uuid[]) o(id, into_id) where c.id = o.id`,
    [ids.slice(0, 50), ids.slice(50, 100)],
  )
  expect(await drift()).toEqual([])
  await query(server, 'update passes set voided_at = now() where client_id = any($1)', [ids.slice(0, 250)])
  expect(await drift()).toEqual([])
  await query(server, 'delete from passes where client_id = any($1)', [ids.slice(25, 300)])
  expect(await drift()).toEqual([])
})

it('and those of others at the same time', async () => {
  const ids = (await addMany('Crowd')).slice(0, 30)
  await query(
    server,
    'update clients c set merged_into = o.into_id from unnest($1::uuid[], $2::uuid[]) o(id, into_id) where c.id = o.id',
    [ids.slice(0, 6), ids.slice(6, 12)],
  )
  const random = seeded(224)
  const some = () => ids.filter(() => random() < 0.2)
  const statements = [
    `insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
     select cabinet_id, gen_random_uuid(), 'three', id, 'token', now(), now() from passes where client_id = any($1)
     on conflict do nothing`,
    `delete from registrations r using passes p where p.id = r.pass_id and p.client_id = any($1)`,
    `update passes set google_saved_at = now(), google_removed_at = null where client_id = any($1)`,
    `update passes set google_saved_at = null, google_removed_at = now() where client_id = any($1)`,
    `update passes set voided_at = case when voided_at is null then now() end where client_id = any($1)`,
  ]
  const others = Array.from({ length: 4 }, () => new pg.Client(server.connection))
  await Promise.all(
    others.map(async (other) => {
      await other.connect()
      for (let step = 0; step < 60; step++) {
        try {
          await other.query(statements[Math.floor(random() * statements.length)] ?? '', [some()])
        } catch (error) {
          // Two statements that touch the same cards in another order: one is undone as a whole.
          if ((error as pg.DatabaseError).code !== DEADLOCK) throw error
        }
      }
      await other.end()
    }),
  )
  expect(await drift()).toEqual([])
})
