-- Messages lie in one table for each month, that of the beginning of their run, so that a month that is not kept any
-- more is dropped and not deleted row by row (decision 195). Ids of messages begin with that time, as version 7 of a
-- UUID does, and are what the months are divided by: who has the id of a message, or of its run, knows the month.
--
-- What is there already, and what belongs to no month, lies in a table of its own.
alter table client_messages validate constraint client_messages_channel_check;
drop trigger count_in_wallets_new on client_messages;
drop trigger count_in_wallets_changed on client_messages;
drop trigger count_in_wallets_gone on client_messages;
alter table client_messages rename to client_messages_rest;
alter index client_messages_pkey rename to client_messages_rest_pkey;
alter index client_messages_once rename to client_messages_rest_once;
alter index client_messages_client rename to client_messages_rest_client;
alter index client_messages_waiting rename to client_messages_rest_waiting;
alter index client_messages_queued rename to client_messages_rest_queued;
alter index client_messages_single rename to client_messages_rest_single;

create table client_messages (like client_messages_rest including defaults including constraints)
  partition by range (id);
alter table client_messages
  add primary key (cabinet_id, id),
  -- The id says run and card. Processes of the version before name this one when they insert.
  add constraint client_messages_once unique (cabinet_id, run_id, pass_id, id),
  add foreign key (cabinet_id) references cabinets,
  add foreign key (cabinet_id, client_id) references clients on delete cascade,
  add foreign key (cabinet_id, run_id) references push_runs on delete set null (run_id);
create index client_messages_client on client_messages (cabinet_id, client_id, at desc);
create index client_messages_waiting on client_messages (cabinet_id, pass_id) where state in ('queued', 'sent');
create index client_messages_queued on client_messages (cabinet_id, pass_id)
  where apple = 'queued' or google = 'queued';
create index client_messages_single on client_messages (cabinet_id, at) where run_id is null;
alter table client_messages attach partition client_messages_rest default;

call build_wall('client_messages');
create policy scheduler on client_messages for select to kartoteka_scheduler using (true);
grant select (cabinet_id, run_id, at) on client_messages to kartoteka_scheduler;
-- Whoever may ask for messages asks for all months at once.
revoke all on client_messages_rest from kartoteka_app;
revoke select (cabinet_id, run_id, at) on client_messages_rest from kartoteka_scheduler;

-- As before, of a row of the new table.
drop function figures_of_message(client_messages_rest);
create function figures_of_message(m client_messages)
returns table (apple int, apple_accepted int, apple_fetched int, apple_removed int, google int, google_accepted int,
  google_removed int) language sql immutable as $$
  select (a is not null)::int, (coalesce(a, '') = 'sent')::int, (m.state = 'delivered')::int,
    (m.apple_removed_at is not null)::int, (g is not null)::int, (coalesce(g, '') = 'sent')::int,
    (m.google_removed_at is not null)::int
  from (select case when m.state = 'delivered' then 'sent' else m.state end as state,
      m.apple is null and m.google is null as is_old) old
  cross join lateral (select case when is_old and m.channel = 'apple' then old.state else m.apple end as a,
    case when is_old and m.channel = 'google' then old.state else m.google end as g) w
  where not m.is_silent
$$;
create trigger count_in_wallets_new after insert on client_messages referencing new table as added
  for each statement execute function count_in_wallets();
create trigger count_in_wallets_changed after update on client_messages
  referencing old table as gone new table as added for each statement execute function count_in_wallets();
create trigger count_in_wallets_gone after delete on client_messages referencing old table as gone
  for each statement execute function count_in_wallets();

-- The lowest id of a run, or of a message, of that time or later.
create function first_id_of(given timestamptz) returns uuid language sql immutable return
  rpad(lpad(to_hex(greatest(0, floor(extract(epoch from given) * 1000))::bigint), 12, '0'), 32, '0')::uuid;

-- Makes the table of the month in which that time is, with what lies in the rest of it. Locks are waited for shortly:
-- everybody else waits behind them. @returns its name, or null where it is there already
create function make_message_month(given timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms'
set plan_cache_mode = force_custom_plan as $$
declare
  month timestamp := date_trunc('month', given at time zone 'UTC');
  name text := 'client_messages_' || to_char(month, 'YYYY_MM');
  first uuid := first_id_of(month at time zone 'UTC');
  next uuid := first_id_of((month + interval '1 month') at time zone 'UTC');
begin
  if to_regclass(name) is not null then return null; end if;
  perform set_config('app.migrating', 'on', true), set_config('app.cabinet', '0', true);
  execute format('create table %I (like client_messages including all)', name);
  execute format('alter table %I enable row level security, force row level security', name);
  execute format(
    'create policy owner on %I to kartoteka_owner using (current_setting(''app.migrating'', true) = ''on'')', name);
  execute format(
    'create policy cabinet on %I using (cabinet_id = (select current_setting(''app.cabinet'')::bigint))', name);
  execute format('with moved as (delete from client_messages_rest where id >= $1 and id < $2 returning *)
    insert into %I select * from moved', name) using first, next;
  execute format('alter table client_messages attach partition %I for values from (%L) to (%L)', name, first, next);
  -- Until the first analysis (server/base/first-statistics.ts).
  if to_regproc('pg_catalog.pg_restore_attribute_stats') is not null then
    execute 'select pg_restore_attribute_stats(''schemaname'', ''public'', ''relname'', $1, ''attname'', ''cabinet_id'',
      ''inherited'', false, ''null_frac'', 0::real, ''avg_width'', 8, ''n_distinct'', 1::real)' using name;
  end if;
  return name;
end $$;

-- Drops the oldest month that ended before that time and three months ago, if all of its runs had ended then: what they
-- did is kept with them. @returns its name, or null where there is none
create function drop_message_month(given timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms'
set plan_cache_mode = force_custom_plan as $$
declare
  before timestamptz := least(given, now() - interval '3 months');
  name text;
begin
  perform set_config('app.migrating', 'on', true), set_config('app.cabinet', '0', true);
  select c.relname into name
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select to_date(right(c.relname, 7), 'YYYY_MM')::timestamp as month) m
  where i.inhparent = 'client_messages'::regclass and c.relname <> 'client_messages_rest'
    and (m.month + interval '1 month') at time zone 'UTC' <= before
    and not exists (select from push_runs r
      where r.created_at >= m.month at time zone 'UTC'
        and r.created_at < (m.month + interval '1 month') at time zone 'UTC'
        and (r.ended_at is null or r.ended_at >= before))
  order by m.month limit 1;
  if name is not null then execute format('drop table %I', name); end if;
  return name;
end $$;
revoke all on function make_message_month(timestamptz) from public;
revoke all on function drop_message_month(timestamptz) from public;
grant execute on function make_message_month(timestamptz) to kartoteka_scheduler;
grant execute on function drop_message_month(timestamptz) to kartoteka_scheduler;
select make_message_month(now()), make_message_month(now() + interval '1 month');

-- Messages of three days before a visit, in the months in which their runs can have begun, and in the rest: ids from
-- before there were months are of any time, and so are below November 2026 or above 2039.
create or replace function note_visits(cabinets bigint[], holders uuid[], times timestamptz[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  first uuid := (select first_id_of(min(v.at) - interval '34 days') from unnest(times) v(at));
  last uuid := (select first_id_of(max(v.at) + interval '1 day') from unnest(times) v(at));
begin
  with came as (
    select v.cabinet_id, moscow_day(v.at) as day, v.client_id, min(v.at) as at
    from unnest(cabinets, holders, times) v(cabinet_id, client_id, at) group by 1, 2, 3
  ), added as (
    insert into visit_days as d (cabinet_id, day, client_id, is_return, run_id)
    select came.cabinet_id, came.day, came.client_id, moscow_day(c.created_at) < came.day, (
        select m.run_id from client_messages m
        where m.cabinet_id = came.cabinet_id and m.client_id = came.client_id
          and (m.id >= first and m.id < last or m.id < '01a19467-e800-0000-0000-000000000000'
            or m.id >= '02000000-0000-0000-0000-000000000000')
          and m.at <= came.at and m.at > came.at - interval '3 days' and m.run_id is not null
        order by m.at desc limit 1)
    from came join clients c on c.cabinet_id = came.cabinet_id and c.id = came.client_id
    order by 1, 2, 3
    on conflict (cabinet_id, day, client_id) do nothing
    returning cabinet_id, day, is_return, run_id
  )
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, day, 'returned', '', count(*), 0 from added where is_return group by 1, 2
  union all
  select cabinet_id, day, 'after_push', run_id::text, count(*), 0 from added where run_id is not null group by 1, 2, 4;
end $$;
