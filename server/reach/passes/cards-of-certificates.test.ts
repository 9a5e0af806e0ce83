import { expect, it } from 'vitest'
import { client, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { countCardsOf } from './passes.ts'

setUpClients()

/** More than are counted one by one. */
const MANY = 5_050

it('counts the cards of a certificate exactly, few and many, also beside those of another one', async () => {
  const { id } = await client('First')
  const [own] = await query<{ id: string }>(server, 'select certificate_id as id from passes where client_id = $1', [
    id,
  ])
  const [other] = await query<{ id: string }>(
    server,
    `insert into apple_certificates select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
       'state', 'replaced'))).* from apple_certificates one where cabinet_id = $1 and id = $2 returning id`,
    [shop.c, own?.id],
  )
  const [test, real] = [[own?.id ?? ''], [other?.id ?? '']]
  const count = () =>
    openForWork(server.app, shop.c, async (db) => [
      await countCardsOf(db, test, real),
      await countCardsOf(db, real, test),
    ])
  expect(await count()).toEqual([1, 0])
  await query(
    server,
    `with people as (
       insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at)
       select cabinet_id, gen_random_uuid(), 900000 + n, template_id, now(), now()
       from clients cross join generate_series(1, ${MANY}) n where id = $1 returning id, card_number)
     insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at,
       voided_at)
     select p.cabinet_id, gen_random_uuid(), people.id, p.template_id,
       case when people.card_number % 1000 = 0 then $2 else p.certificate_id end, p.tag, now(), now(),
       case when people.card_number % 7 = 0 then now() end
     from passes p cross join people where p.client_id = $1`,
    [id, other?.id],
  )
  expect(await count()).toEqual([MANY - 5 + 1, 5])
})
