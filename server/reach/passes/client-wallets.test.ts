import pg from 'pg'
import { expect, it } from 'vitest'
import { merges } from '../../../contract/reach/merges.ts'
import { client, list, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { seeded } from '../../../test/hostile.ts'
import { addSecondDesign } from '../../../test/two-cards.ts'
import { until } from '../../../test/until.ts'
import { WALLET_DRIFT } from '../../../test/wallet-drift.ts'

setUpClients()

const drift = () => query(server, WALLET_DRIFT)
const cardOf = async (clientId: string) =>
  (await query<{ id: string }>(server, 'select id from passes where client_id = $1', [clientId]))[0]?.id ?? ''
const clientOf = async (passId: string) =>
  (await query<{ id: string }>(server, 'select client_id as id from passes where id = $1', [passId]))[0]?.id ?? ''
const giveFurther = async (clientId: string, templateId: string) =>
  (
    await query<{ id: string }>(
      server,
      `insert into passes
          (cabinet_id, id, client_id, template_id, is_main, certificate_id, tag, modified_at, created_at)
        select cabinet_id, gen_random_uuid(), client_id, $2, false, certificate_id, tag, modified_at, now()
        from passes where client_id = $1 returning id`,
      [clientId, templateId],
    )
  )[0]?.id ?? ''
const found = async (platform: string) => (await list({ platform })).data.map((row) => row.id)

const REGISTER = `insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
  select cabinet_id, gen_random_uuid(), $2, id, 'token', now(), now() from passes where id = $1
  on conflict do nothing`
const UNREGISTER = 'delete from registrations where pass_id = $1'

it('shows the wallets of a client in the list and on the page, and finds by them', async () => {
  const phone = await newIphone(server, shop, 'Wally')
  const id = await clientOf(phone.pass.json.serialNumber)
  expect([(await read(id)).installs, await found('apple')]).toEqual([['apple'], [id]])
  await phone.unregister()
  expect([await found('apple'), await found('removed')]).toEqual([[], [id]])
  expect(await found('none')).toContain(id)
  expect((await read(id)).removedAt).toBe((await list({ platform: 'removed' })).data[0]?.removedAt)
  await phone.register()
  expect([await found('removed'), (await read(id)).removedAt]).toEqual([[], null])
  expect(await drift()).toEqual([])
})

it('counts the cards of everybody who was merged into a client, until that is undone', async () => {
  const android = await newAndroid(server, shop, 'Gone')
  const [object] = await query<{ id: string }>(
    server,
    'select client_id as id from passes where google_object_id = $1',
    [(await android.cards())[0]?.objectId],
  )
  const [kept, gone] = [await client('Kept'), { id: object?.id ?? '' }]
  const params = { c: shop.c, id: kept.id }
  await shop.owner.send(merges.mergeClients, { params, body: { client: gone.id } })
  expect([(await read(kept.id)).installs, await found('google')]).toEqual([['google'], [kept.id]])
  await query(server, REGISTER, [await cardOf(gone.id), 'theirs'])
  expect((await read(kept.id)).installs).toEqual(['apple', 'google'])
  await shop.owner.send(merges.undoMerge, { params, body: { client: gone.id } })
  expect([(await read(kept.id)).installs, (await read(gone.id)).installs]).toEqual([[], ['apple', 'google']])
  expect(await drift()).toEqual([])
})

it('keeps the wallets through a thousand changes at random', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => client(`Chance${n}`)))
  const ids = people.map(({ id }) => id)
  const mains = await Promise.all(ids.map(cardOf))
  const second = await addSecondDesign(shop)
  const further = await Promise.all(ids.slice(0, 3).map((id) => giveFurther(id, second.template)))
  const cards = [...mains, ...further]
  const random = seeded(190)
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? ''
  const happenings = [
    () => query(server, REGISTER, [one(cards), one(['a', 'b'])]),
    () => query(server, `${UNREGISTER} and device_id = $2`, [one(cards), one(['a', 'b'])]),
    () => query(server, 'delete from registrations where pass_id = any($1)', [[one(cards), one(cards)]]),
    () =>
      query(
        server,
        `update passes p set apple_removed_at = now() where id = $1
          and not exists (select from registrations r where r.pass_id = p.id)`,
        [one(cards)],
      ),
    () => query(server, 'update passes set apple_removed_at = null where id = $1', [one(cards)]),
    () =>
      query(server, 'update passes set google_saved_at = now(), google_removed_at = null where id = any($1)', [
        [one(cards), one(cards)],
      ]),
    () =>
      query(server, 'update passes set google_saved_at = null, google_removed_at = now() where id = $1', [one(cards)]),
    () => query(server, 'update passes set google_saved_at = null where id = $1', [one(cards)]),
    () =>
      query(
        server,
        `update clients set merged_into = $2 where id = $1 and id <> $2
          and not exists (select from clients other
            where other.merged_into = $1 or other.id = $2 and other.merged_into is not null)`,
        [one(ids), one(ids)],
      ),
    () => query(server, 'update clients set merged_into = null where id = $1', [one(ids)]),
    () => query(server, 'update passes set voided_at = now() where id = $1', [one(further)]),
    () => query(server, 'update passes set voided_at = null where id = $1', [one(further)]),
    () => query(server, 'update passes set is_main = false where id = $1', [one(cards)]),
    () =>
      query(
        server,
        `update passes p set is_main = true where id = $1
          and not exists (select from passes o where o.client_id = p.client_id and o.is_main)`,
        [one(cards)],
      ),
  ]
  for (let step = 0; step < 1000; step++) {
    await happenings[Math.floor(random() * happenings.length)]?.()
    if (step % 20 === 19) expect([step, await drift()]).toEqual([step, []])
  }
  await query(server, 'update clients set merged_into = null where id = any($1)', [ids])
  await query(server, 'delete from passes where id = $1', [cards[0]])
  await query(server, 'delete from clients where id = any($1)', [ids.slice(1, 4)])
  expect(await drift()).toEqual([])
})

it.each(['the one who takes away first', 'the one who adds first'])('adds up two at once: %s', async (first) => {
  const [kept, gone] = [await client('Kept'), await client('Other')]
  const [own, theirs] = [await cardOf(kept.id), await cardOf(gone.id)]
  await query(server, 'update clients set merged_into = $2 where id = $1', [gone.id, kept.id])
  await query(server, REGISTER, [own, 'old'])
  const [one, two] = [new pg.Client(server.connection), new pg.Client(server.connection)]
  try {
    await Promise.all([one.connect(), two.connect()])
    await one.query('begin')
    await two.query('begin')
    const takes = [UNREGISTER, [own]] as const
    const adds = [REGISTER, [theirs, 'new']] as const
    const [now, then] = first.includes('takes') ? [takes, adds] : [adds, takes]
    await one.query(now[0], [...now[1]])
    const waiting = two.query(then[0], [...then[1]])
    await until(
      async () =>
        (
          await query(
            server,
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
      'the second waits for the first',
    )
    await one.query('commit')
    await waiting
    await two.query('commit')
  } finally {
    await Promise.all([one.end(), two.end()])
  }
  expect([(await read(kept.id)).installs, await drift()]).toEqual([['apple'], []])
})
