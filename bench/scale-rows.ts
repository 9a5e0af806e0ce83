/**
 * What an account of many clients has gathered: clients and cards as in `million-rows.ts`, and the history of a year:
 * messages, points, purchases, visits, days of growth, notices. By SQL past the triggers, whose tables are filled here
 * too, the same rows each time. For each client two messages, three changes of points and one to six purchases.
 */
import pg from 'pg'
import type { Shop } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import { fillClients, withoutIndexes } from './million-rows.ts'

export type Sized = { clients: number; shop: Shop }

const RUNS = 30

const PUSHES = `
  select make_message_month(now() - n * interval '1 month') from generate_series(0, 11) n;
  insert into pushes (cabinet_id, id, name, type, message, status, created_at, updated_at)
  select $1, pg_temp.id('push' || n), 'Push ' || n, 'text', 'Fresh buns, number ' || n, 'done',
    now() - n * interval '10 days', now() from generate_series(1, ${RUNS}) n;
  insert into push_templates select cabinet_id, id, $2::uuid from pushes where cabinet_id = $1;
  insert into push_runs (cabinet_id, id, push_id, moscow_day, message, cards, apple, google, sent, failed, created_at,
    started_at, ended_at)
  select cabinet_id, pg_temp.timed_id(created_at, 'run' || id), id, moscow_day(created_at), message, 0, 0, 0, 0, 0,
    created_at, created_at, created_at + interval '5 minutes' from pushes where cabinet_id = $1`

/** The newest push went to everybody with a card; each of the others to a part of them. */
const MESSAGES = `
  insert into client_messages (cabinet_id, id, client_id, pass_id, run_id, text, channel, state, pass_version, at,
    delivered_at, apple, google, apple_removed_at)
  select $1, pg_temp.timed_id(r.created_at, r.id::text || p.id), p.client_id, p.id, r.id, r.message,
    case when w.in_apple then 'apple' when w.in_google then 'google' else 'none' end,
    case when w.in_apple and c.card_number % 4 > 0 then 'delivered' when w.in_apple or w.in_google then 'sent'
      else 'not_sent' end, 1, r.created_at, case when w.in_apple and c.card_number % 4 > 0 then r.created_at end,
    case when w.in_apple then 'sent' end, case when w.in_google then 'sent' end,
    case when w.in_apple and c.card_number % 50 = 0 then r.created_at + interval '1 day' end
  from (select *, row_number() over (order by created_at desc) as no from push_runs where cabinet_id = $1) r
  join clients c on c.cabinet_id = $1 and c.card_number > 1000
    and (r.no = 1 or c.card_number % 20 = r.no % 20)
  join passes p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
  left join client_wallets w on w.cabinet_id = c.cabinet_id and w.client_id = c.id;
  update push_runs r set cards = m.cards, apple = m.apple, google = m.google, sent = m.sent, failed = m.cards - m.sent
  from (select run_id, count(*) as cards, count(*) filter (where channel = 'apple') as apple,
      count(*) filter (where channel = 'google') as google, count(*) filter (where state <> 'not_sent') as sent
    from client_messages where cabinet_id = $1 group by run_id) m
  where r.cabinet_id = $1 and r.id = m.run_id;
  insert into run_wallets (cabinet_id, run_id, is_sum, apple, apple_accepted, apple_fetched, apple_removed, google,
    google_accepted, google_removed)
  select $1, run_id, true, apple, apple_accepted, apple_fetched, apple_removed, google, google_accepted, google_removed
  from recounted_runs($1, array(select id from push_runs where cabinet_id = $1))`

const HISTORY = `
  insert into balance_events (cabinet_id, id, client_id, at, kind, delta, after, source, reason)
  select cabinet_id, pg_temp.id('points' || id || k), id,
    greatest(created_at, now() - ((card_number * 7919 + k * 104729) % 525600) * interval '1 minute'),
    'bonus', case when (card_number + k) % 4 = 0 then -300 else 500 end, 500,
    (array['cabinet', 'api', 'form', 'crm'])[1 + (card_number + k) % 4], ''
  from clients cross join generate_series(1, 3) k where cabinet_id = $1 and card_number > 1000;
  insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id, received_at)
  select cabinet_id, pg_temp.id('bought' || id || k), id, 'purchase',
    greatest(created_at, now() - ((card_number * 6101 + k * 86413) % 525600) * interval '1 minute'),
    10000 + card_number % 5000, 'Receipt ' || card_number, 'till', 'R-' || card_number || '-' || k, now()
  from clients cross join lateral generate_series(1, 1 + card_number % 6) k
  where cabinet_id = $1 and card_number > 1000;
  insert into client_purchases (cabinet_id, client_id, client_created_at, client_card_number, purchases, spent_minor,
    last_at, last_day, days, purchases_by, spent_by)
  select $1, u.client_id, c.created_at, c.card_number, max(u.purchases), max(u.spent), max(u.last_at), max(u.day),
    array_agg(u.day order by u.day), array_agg(u.purchases order by u.day), array_agg(u.spent order by u.day)
  from (select client_id, day, last_at, (sum(sales) over up_to)::int as purchases,
      (sum(spent) over up_to)::bigint as spent
    from (select client_id, moscow_day_number(at) as day, count(*) as sales, sum(amount_minor) as spent,
        max(at) as last_at from external_events where cabinet_id = $1 group by 1, 2) by_day
    window up_to as (partition by client_id order by day)) u
  join clients c on c.cabinet_id = $1 and c.id = u.client_id group by u.client_id, c.created_at, c.card_number;
  insert into visit_days (cabinet_id, day, client_id, is_return, run_id)
  select came.cabinet_id, came.day, came.client_id, moscow_day(c.created_at) < came.day,
    (select m.run_id from client_messages m where m.cabinet_id = came.cabinet_id and m.client_id = came.client_id
      and m.run_id is not null and m.at <= came.at and m.at > came.at - interval '3 days' order by m.at desc limit 1)
  from (select cabinet_id, moscow_day(at) as day, client_id, min(at) as at from (
      select cabinet_id, at, client_id from balance_events where cabinet_id = $1 and source in ('cabinet', 'api')
      union all select cabinet_id, at, client_id from external_events where cabinet_id = $1) seen group by 1, 2, 3) came
  join clients c on c.cabinet_id = came.cabinet_id and c.id = came.client_id`

/** As the triggers count: the night's proof finds no difference. A minute of changes is not gathered yet. */
const FIGURES = `
  insert into day_figures (cabinet_id, day, name, kind, count, amount)
  select $1, day, name, kind, count, amount from recounted_figures($1);
  insert into figure_changes (cabinet_id, id, day, name, kind, count, amount)
  select $1, pg_temp.id('change' || n), moscow_day(now()), 'given', 'form', 0, 0 from generate_series(1, $3 / 1500) n;
  insert into happenings (cabinet_id, id, at, kind, client_id, count, amount, detail)
  select cabinet_id, pg_temp.id('happening' || id), at, 'points', client_id, 1, delta, source from balance_events
    where cabinet_id = $1 and at > now() - interval '14 days'
  union all select cabinet_id, pg_temp.id('happening' || id), at, 'bought', client_id, 1, amount_minor, ''
    from external_events where cabinet_id = $1 and at > now() - interval '14 days'
  union all select cabinet_id, pg_temp.id('happening' || id), created_at, 'joined', id, 1, 0, ''
    from clients where cabinet_id = $1 and created_at > now() - interval '14 days';
  insert into wallet_days (cabinet_id, day, event, client_id)
  select w.cabinet_id, moscow_day(c.created_at), event, w.client_id
  from client_wallets w join clients c on c.cabinet_id = w.cabinet_id and c.id = w.client_id
  cross join lateral (values ('installed_apple', w.in_apple), ('installed_google', w.in_google)) e(event, is_in)
  where w.cabinet_id = $1 and is_in;
  insert into growth_days (cabinet_id, day, event, form_id, template_id, source, count)
  select $1, moscow_day(now()) - d, event, f.id, f.template_id, source, 1 + d % 7
  from forms f cross join generate_series(0, 729) d
  cross join unnest(array['opened', 'filled', 'issued', 'installed_apple', 'installed_google']) event
  cross join unnest(array['', 'instagram', 'poster', 'newsletter']) source where f.cabinet_id = $1;
  insert into growth_sources select $1, name, moscow_day(now()) from unnest(array['instagram', 'poster', 'newsletter'])
    name`

const REST = `
  insert into notifications (cabinet_id, id, number, type, detail, once_key, at, created_at)
  select $1, pg_temp.id('notice' || n), n, 'push_failed', jsonb_build_object('name', 'Push ' || n, 'pushId',
    pg_temp.id('push' || 1 + n % ${RUNS})), 'notice' || n, now() - n * interval '1 hour', now() - n * interval '1 hour'
  from generate_series(1, 2000) n;
  update cabinets set notices = 2000, next_card_number = $3 + 1002, cards = $3, slots = 10000, ledger_no = 1000
  where id = $1;
  insert into transactions (cabinet_id, no, event, amount_minor, balance_minor, at, note)
  select $1, 100 + n, case when n % 30 = 0 then 'top_up' else 'correction' end, case when n % 30 = 0 then 3000 else -100
    end, 100000, now() - (900 - n) * interval '1 day', '' from generate_series(1, 900) n;
  insert into segments (cabinet_id, id, name, match, criteria, is_draft, size, counted_at, created_at, updated_at)
  select $1, pg_temp.id('segment' || n), 'Segment ' || n, 'all', (array[
      '[{"kind":"bonus","operator":"gte","value":1000}]', '[{"kind":"sex","operator":"is","value":"male"}]',
      '[{"kind":"spent","operator":"gte","value":12000}]', '[{"kind":"age","operator":"gte","value":30}]'
    ]::jsonb[])[1 + n % 4], false, $3 / 4, now(), now(), now() from generate_series(1, 12) n
  union all select $1, pg_temp.id('lapsed'), 'Not bought for 90 days', 'all',
    '[{"kind":"lastPurchase","operator":"gte","value":90},{"kind":"age","operator":"gte","value":30}]'::jsonb, false,
    $3 / 4, now(), now(), now()
  union all select $1, pg_temp.id('lapsed days'), 'Nothing bought in 90 days', 'all',
    '[{"kind":"purchases","operator":"eq","value":0,"days":90},{"kind":"sex","operator":"is","value":"male"}]'::jsonb,
    false, $3 / 4, now(), now(), now()
  union all select $1, pg_temp.id('hardly anybody'), 'Spent so much in a quarter', 'all',
    '[{"kind":"spent","operator":"between","value":{"from":1234567,"to":1234568},"days":90}]'::jsonb, false, 1, now(),
    now(), now()
  union all select $1, pg_temp.id('never bought'), 'Never bought', 'all',
    '[{"kind":"lastPurchase","operator":"never"}]'::jsonb, false, 1, now(), now(), now()
  union all select $1, pg_temp.id('lapsed tagged'), 'Not bought for 90 days, with a tag', 'all',
    jsonb_build_array('{"kind":"lastPurchase","operator":"gte","value":90}'::jsonb,
      jsonb_build_object('kind', 'tag', 'operator', 'one_of', 'value', jsonb_build_array(id))), false,
    $3 / 40, now(), now(), now() from tags where cabinet_id = $1;
  insert into triggers (cabinet_id, id, name, is_draft, is_active, position, activation, segment_id, push_id,
    created_at, updated_at)
  select $1, pg_temp.id('trigger' || n), 'Trigger ' || n, false, true, n, 'birthday', pg_temp.id('segment' || n),
    pg_temp.id('push' || n), now(), now() from generate_series(1, 6) n;
  insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
  select cabinet_id, pg_temp.id('trigger' || 1 + card_number % 6), id, '2026', now() from clients
  where cabinet_id = $1 and card_number > 1000 and card_number % 3 = 0;
  insert into sms_log (cabinet_id, id, at, purpose, sms_type, phone, state)
  select $1, pg_temp.id('sms' || n), now() - n * interval '10 minutes', 'code', 'twilio', '+420601000000', 'sent'
  from generate_series(1, $3 / 10) n;
  insert into audit_log (id, at, via, call, method, path, about_cabinet, ip, request_id, status)
  select pg_temp.id($1 || 'audit' || n), now() - n * interval '10 minutes', 'session', 'saveClient', 'PUT',
    '/api/applications/$1/clients/' || pg_temp.id('client' || n), $1, '127.0.0.1', 'bench' || n, 200
  from generate_series(1, $3 / 10) n`

async function runEach(owner: pg.Client, ...parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    await owner.query(part)
    await owner.query('analyze')
  }
}

/** @param clients how many the account gets */
export async function fillYear(server: TestServer, shop: Shop, clients: number): Promise<void> {
  await fillClients(server, shop, { clients, accounts: 1, haveBought: true })
  const given = (text: string) =>
    text
      .replaceAll('$1', String(shop.c))
      .replaceAll('$2', pg.escapeLiteral(shop.template))
      .replaceAll('$3', String(clients))
  await withoutIndexes(server, ['client_messages'], (owner) => runEach(owner, given(PUSHES), given(MESSAGES)))
  await withoutIndexes(server, ['balance_events', 'external_events', 'happenings'], (owner) =>
    runEach(owner, given(HISTORY), given(FIGURES), given(REST)),
  )
}
