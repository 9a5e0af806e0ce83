/** Many clients in one account, beside the clients of others: made by SQL, because the product would take hours. */
import type { TestServer } from '../test/server.ts'
import { query } from '../test/direct-access.ts'

const SURNAMES = ['Ivanova', 'Smirnova', 'Kuznetsova', 'Popova', 'Petrova', 'Sokolova', 'Morozova', 'Volkova']

/** One in nine has a certain frequent surname; each phone is of one client. */
const CLIENTS = `
  insert into clients (cabinet_id, id, name, surname, email, tel, balance_minor, sex, card_number, template_id,
    created_at, updated_at, birthday)
  select $1, gen_random_uuid(), 'Anna' || n % 50, coalesce(($3::text[])[1 + n % 72 / 8],
      'Surname' || substr(md5(n::text), 1, 3)),
    'user' || n || '@mail.example', '+79' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), n * 37 % 100000,
    case n % 3 when 0 then 'male' when 1 then 'female' end, 1000 + n, $2, now() - n * interval '3 minutes', now(),
    case when n % 4 > 0 then date '1960-01-01' + n * 17 % 20000 end
  from generate_series(1, $4::int) n`

/** Nine of ten clients have a card, a third of these are in Google Wallet, half on an iPhone. */
const CARDS = `
  insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at,
    google_saved_at, google_object_id)
  select c.cabinet_id, gen_random_uuid(), c.id, c.template_id,
    (select id from apple_certificates where cabinet_id = $1 limit 1), 1, now(), c.created_at,
    case when c.card_number % 3 = 0 then now() end, case when c.card_number % 3 = 0 then 'object-' || c.id end
  from clients c where c.cabinet_id = $1 and c.card_number > 1000 and c.card_number % 10 < 9`

const PHONES = `
  insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
  select p.cabinet_id, gen_random_uuid(), 'device-' || p.id, p.id, 'token-' || p.id, now(), now()
  from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  where p.cabinet_id = $1 and c.card_number > 1000 and c.card_number % 2 = 0`

export async function fillAccount(
  server: TestServer,
  { c, template }: { c: number; template: string },
  clients: number,
): Promise<void> {
  await query(server, CLIENTS, [c, template, SURNAMES, clients])
  await query(server, CARDS, [c])
  await query(server, PHONES, [c])
}
