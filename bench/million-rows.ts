/**
 * A million clients over a thousand accounts, the largest with 13 % of them, the others ever smaller; made by SQL past
 * the triggers, whose tables are filled here too.
 */
import pg from 'pg'
import type { Shop } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'

export const MILLION = Number(process.env.BENCH_CLIENTS ?? 1_000_000)
const ACCOUNTS = 1_000

/** An id that is the same each time. */
const NAMED_IDS = `
  create function pg_temp.id(name text) returns uuid language sql immutable
  return overlay(overlay(md5(name) placing '4' from 13) placing 'a' from 17)::uuid;
  create function pg_temp.timed_id(at timestamptz, name text) returns uuid language sql immutable
  return overlay(pg_temp.id(name)::text placing left(first_id_of(at)::text, 14) || '7' from 1)::uuid`

/** The others are copies of the given one without its people. */
const COPIES = `
  create temp table accounts as
    select case when k = 1 then $1::bigint else $1::bigint + k end as c,
      ($2::int / (k * (select sum(1.0 / one) from generate_series(1, $3::int) one)))::int as clients
    from generate_series(1, $3::int) k;
  insert into cabinets select (jsonb_populate_record(own, jsonb_build_object('id', c, 'domain', 'copy-' || c))).*
    from cabinets own cross join accounts where own.id = $1 and c <> $1;
  insert into templates select (jsonb_populate_record(own, jsonb_build_object('cabinet_id', c))).*
    from templates own cross join accounts where own.cabinet_id = $1 and c <> $1`

const CLIENTS = `
  insert into clients (cabinet_id, id, name, surname, email, tel, balance_minor, sex, card_number, template_id,
    created_at, updated_at, birthday, invite_code, extra, has_bought)
  select c, pg_temp.id('client' || n), 'Anna' || n % 50,
    coalesce((array['Ivanova', 'Smirnova', 'Kuznetsova', 'Popova', 'Petrova', 'Sokolova', 'Morozova', 'Volkova'])
      [1 + n % 72 / 8], 'Surname' || substr(md5(n::text), 1, 3)),
    'user' || n || '@mail.example', '+79' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), n * 37 % 100000,
    case n % 3 when 0 then 'male' when 1 then 'female' end, 1000 + n, $4, now() - n * interval '3 minutes', now(),
    case when n % 4 > 0 then date '1960-01-01' + n * 17 % 20000 end, upper(lpad(to_hex(n), 8, '0')),
    case when n % 2 = 0 then jsonb_build_object('Size', (36 + n % 12)::text) else '{}' end, $6::boolean
  from accounts cross join generate_series(1, clients) n`

const REST = `
  insert into passes (cabinet_id, id, client_id, template_id, issued_for, certificate_id, tag, modified_at, created_at,
    google_saved_at, google_object_id)
  select cabinet_id, pg_temp.id('pass' || id), id, template_id, template_id, $5, 1, now(), created_at,
    case when card_number % 3 = 0 then now() end,
    case when card_number % 3 = 0 then '3388000000000000001.p' || cabinet_id || '-' || replace(id::text, '-', '') end
  from clients where cabinet_id in (select c from accounts) and card_number > 1000 and card_number % 10 < 9;
  insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
  select p.cabinet_id, gen_random_uuid(), 'device-' || p.id, p.id, 'token-' || p.id, now(), now()
  from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  where p.cabinet_id in (select c from accounts) and c.card_number > 1000 and c.card_number % 2 = 0;
  insert into client_wallets (cabinet_id, client_id, in_apple, in_google)
  select cabinet_id, id, card_number % 2 = 0, card_number % 3 = 0 from clients
  where cabinet_id in (select c from accounts) and card_number > 1000 and card_number % 10 < 9
    and (card_number % 2 = 0 or card_number % 3 = 0);
  delete from client_counts where cabinet_id in (select c from accounts);
  insert into client_counts (cabinet_id, present) select cabinet_id, count(*) from clients
  where cabinet_id in (select c from accounts) group by cabinet_id;
  delete from birth_counts where cabinet_id in (select c from accounts);
  insert into birth_counts (cabinet_id, is_sum, sex, birth_month, clients)
  select cabinet_id, true, sex, month_of(birthday), count(*) from clients
  where cabinet_id in (select c from accounts) and archived_at is null group by 1, 3, 4;
  delete from birthday_counts where cabinet_id in (select c from accounts);
  insert into birthday_counts (cabinet_id, is_sum, month_day, clients)
  select cabinet_id, true, month_day_of(birthday), count(*) from clients
  where cabinet_id in (select c from accounts) and archived_at is null and birthday is not null group by 1, 3;
  delete from extra_counts where cabinet_id in (select c from accounts);
  insert into extra_counts (cabinet_id, is_sum, name, clients)
  select cabinet_id, true, e.key, count(*) from clients, jsonb_each_text(extra) e
  where cabinet_id in (select c from accounts) and e.value <> '' group by 1, 3;
  insert into card_counts (cabinet_id, template_id, is_sum, cards, counted)
  select cabinet_id, template_id, true, count(*), count(*) from passes
  where cabinet_id in (select c from accounts) group by 1, 2;
  insert into held_card_counts (cabinet_id, is_sum, apple, google)
  select p.cabinet_id, true, (select count(distinct r.pass_id) from registrations r where r.cabinet_id = p.cabinet_id),
    count(*) filter (where p.google_saved_at is not null)
  from passes p where p.cabinet_id in (select c from accounts) group by 1;
  insert into tags (cabinet_id, id, name, created_at) select $1, gen_random_uuid(), 'Regular', now();
  insert into client_tags (cabinet_id, tag_id, client_id) select c.cabinet_id, t.id, c.id
  from clients c join tags t on t.cabinet_id = c.cabinet_id and t.name = 'Regular'
  where c.cabinet_id = $1 and c.card_number % 10 = 0`

/** Row by row the indexes of these tables take most of the time, and the triggers the rest. */
export async function withoutIndexes(
  server: TestServer,
  tables: readonly string[],
  work: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  const owner = new pg.Client(server.connection)
  await owner.connect()
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  try {
    await owner.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
    await owner.query(NAMED_IDS)
    for (const { name } of indexes) await owner.query(`drop index ${name}`)
    await work(owner)
    // Of a table that lies by month the index is made in every month.
    for (const { made } of indexes) await owner.query(made.replace(' ON ONLY ', ' ON '))
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/**
 * @param of how many clients, over how many accounts: the given one is the largest; `haveBought`: purchases of all of
 * them are filled in afterwards
 */
export async function fillClients(
  server: TestServer,
  { c, template }: Shop,
  { clients, accounts, haveBought = false }: { clients: number; accounts: number; haveBought?: boolean },
): Promise<void> {
  await withoutIndexes(server, ['clients', 'passes', 'registrations', 'client_wallets'], async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select id from apple_certificates where cabinet_id = $1', [c])
    const values = [c, clients, accounts, template, rows[0]?.id ?? '', haveBought]
    const given = (text: string) =>
      text.replaceAll(/\$(\d)/g, (_, no: string) => pg.escapeLiteral(String(values[Number(no) - 1])))
    await owner.query(given(COPIES))
    await owner.query(given(CLIENTS))
    await owner.query('analyze clients')
    await owner.query(given(REST))
  })
}

/** @param isSpread over the accounts; otherwise all are in the given one */
export function fillMillion(server: TestServer, shop: Shop, isSpread: boolean): Promise<void> {
  return fillClients(server, shop, { clients: MILLION, accounts: isSpread ? ACCOUNTS : 1 })
}
