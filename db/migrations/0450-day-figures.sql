-- What happened in a business, by day (in Moscow): the overview is answered from these and from nothing larger.
-- A change is a row of its own, written in the transaction of what it counts: nobody waits for another one here,
-- however many strangers fill in a form at once. A job gathers the changes into one row a day.
create table day_figures (
  cabinet_id bigint not null references cabinets,
  day date not null,
  name text not null,
  -- What is counted apart: the source of a client, who changed the points, the sending of a push. Else empty.
  kind text not null,
  count int not null,
  amount bigint not null,
  primary key (cabinet_id, day, name, kind)
);
call build_wall('day_figures');
create policy scheduler on day_figures for select to kartoteka_scheduler using (true);
grant select (cabinet_id) on day_figures to kartoteka_scheduler;

create table figure_changes (
  cabinet_id bigint not null references cabinets,
  id uuid not null default gen_random_uuid(),
  day date not null,
  name text not null,
  kind text not null,
  count int not null,
  amount bigint not null,
  primary key (cabinet_id, id)
);
call build_wall('figure_changes');
create policy scheduler on figure_changes for select to kartoteka_scheduler using (true);
grant select (cabinet_id) on figure_changes to kartoteka_scheduler;

-- Who came on which day: bought something, or had points changed by the business. Once a day, however often.
create table visit_days (
  cabinet_id bigint not null references cabinets,
  day date not null,
  client_id uuid not null,
  -- The client has been one since an earlier day.
  is_return boolean not null,
  -- The push that the client got in the three days before.
  run_id uuid,
  primary key (cabinet_id, day, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index visit_days_client on visit_days (cabinet_id, client_id);
call build_wall('visit_days');

-- The newest of what happened, for the overview; older ones are swept. What one statement does to many is one row.
create table happenings (
  cabinet_id bigint not null references cabinets,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  kind text not null,
  -- Null: several clients, or none.
  client_id uuid,
  count int not null,
  amount bigint not null default 0,
  -- The wallet, who changed the points, or the push.
  detail text not null default '',
  primary key (cabinet_id, id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index happenings_newest on happenings (cabinet_id, at desc, id desc);
create index happenings_client on happenings (cabinet_id, client_id);
call build_wall('happenings');
create policy scheduler on happenings for select to kartoteka_scheduler using (true);
grant select (cabinet_id, at) on happenings to kartoteka_scheduler;

create index push_runs_newest on push_runs (cabinet_id, created_at desc) where trigger_id is null;
create index clients_birthdays on clients
  (cabinet_id, ((extract(month from birthday) * 100 + extract(day from birthday))::int))
  where birthday is not null and archived_at is null;

-- Up to so many rows of one statement are shown one by one.
create function shown_alone() returns int language sql immutable return 5;

create function note_visits(cabinets bigint[], holders uuid[], times timestamptz[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  with came as (
    select v.cabinet_id, moscow_day(v.at) as day, v.client_id, min(v.at) as at
    from unnest(cabinets, holders, times) v(cabinet_id, client_id, at) group by 1, 2, 3
  ), added as (
    insert into visit_days as d (cabinet_id, day, client_id, is_return, run_id)
    select came.cabinet_id, came.day, came.client_id, moscow_day(c.created_at) < came.day, (
        select m.run_id from client_messages m
        where m.cabinet_id = came.cabinet_id and m.client_id = came.client_id
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

-- Of an import that is undone the clients are deleted, and what they were counted for is taken back.
create function uncount_visits() returns trigger language plpgsql as $$
begin
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, day, 'returned', '', -count(*), 0 from gone where is_return group by 1, 2
  union all
  select cabinet_id, day, 'after_push', run_id::text, -count(*), 0 from gone where run_id is not null
    group by 1, 2, 4;
  return null;
end $$;
create trigger uncount_visits after delete on visit_days referencing old table as gone
  for each statement execute function uncount_visits();

create function count_joined() returns trigger language plpgsql as $$
begin
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, moscow_day(created_at), 'joined', source, count(*), 0 from added group by 1, 2, 4;
  insert into happenings (cabinet_id, at, kind, client_id, count, detail)
  select cabinet_id, created_at, 'joined', id, 1, source from added
    where (select count(*) from added) <= shown_alone()
  union all
  select cabinet_id, max(created_at), 'joined', null, count(*), '' from added group by 1
    having count(*) > shown_alone();
  return null;
end $$;
create trigger count_joined after insert on clients referencing new table as added
  for each statement execute function count_joined();

create function uncount_joined() returns trigger language plpgsql as $$
begin
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, moscow_day(created_at), 'joined', source, -count(*), 0 from gone group by 1, 2, 4;
  return null;
end $$;
create trigger uncount_joined after delete on clients referencing old table as gone
  for each statement execute function uncount_joined();

-- Points that move when two clients become one are neither given nor taken.
create function count_points() returns trigger language plpgsql as $$
declare
  cabinets bigint[];
  holders uuid[];
  times timestamptz[];
begin
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, moscow_day(at), case when delta > 0 then 'given' else 'taken' end, source, count(*),
    sum(abs(delta))
  from added where kind = 'bonus' and source <> 'merge' and delta <> 0 group by 1, 2, 3, 4;
  insert into happenings (cabinet_id, at, kind, client_id, count, amount, detail)
  select cabinet_id, at, 'points', client_id, 1, delta, source from added
    where kind = 'bonus' and source not in ('merge', 'import') and delta <> 0
      and (select count(*) from added) <= shown_alone()
  union all
  select cabinet_id, max(at), 'points', null, count(*), sum(delta), min(source) from added
    where kind = 'bonus' and source not in ('merge', 'import') and delta <> 0
      and (select count(*) from added) > shown_alone()
    group by 1;
  -- What a form, an import, a program of the CRM or a gift of the house changes is no visit.
  select array_agg(cabinet_id), array_agg(client_id), array_agg(at) into cabinets, holders, times
  from added where kind in ('bonus', 'balance') and source in ('cabinet', 'api');
  if cabinets is not null then
    perform note_visits(cabinets, holders, times);
  end if;
  return null;
end $$;
create trigger count_points after insert on balance_events referencing new table as added
  for each statement execute function count_points();

create function uncount_points() returns trigger language plpgsql as $$
begin
  insert into figure_changes (cabinet_id, day, name, kind, count, amount)
  select cabinet_id, moscow_day(at), case when delta > 0 then 'given' else 'taken' end, source, -count(*),
    -sum(abs(delta))
  from gone where kind = 'bonus' and source <> 'merge' and delta <> 0 group by 1, 2, 3, 4;
  return null;
end $$;
create trigger uncount_points after delete on balance_events referencing old table as gone
  for each statement execute function uncount_points();

-- As the figures of each client (0430-purchase-days.sql): a purchase that was returned whole is none, and its sum is
-- what is left of it.
create function sale_of(kind text, is_void boolean, amount bigint, returned bigint) returns int
language sql immutable return
  (not is_void and kind = 'purchase' and (coalesce(amount, 0) <= 0 or amount > returned))::int;
create function spent_of(kind text, is_void boolean, amount bigint, returned bigint, refund_of text) returns bigint
language sql immutable return
  case when is_void then 0
    when kind = 'purchase' then coalesce(amount, 0) - returned
    when kind = 'refund' and refund_of is null then -abs(coalesce(amount, 0)) else 0 end;

create function count_bought() returns trigger language plpgsql as $$
declare
  cabinets bigint[];
  holders uuid[];
  times timestamptz[];
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (cabinet_id, day, name, kind, count, amount)
    select cabinet_id, moscow_day(at), 'bought', '', sum(sale), sum(spent) from (
      select cabinet_id, at, sale_of(kind, is_void, amount_minor, returned_minor) as sale,
        spent_of(kind, is_void, amount_minor, returned_minor, refund_of) as spent from added) a
    group by 1, 2 having sum(sale) <> 0 or sum(spent) <> 0;
    insert into happenings (cabinet_id, at, kind, client_id, count, amount)
    select cabinet_id, at, 'bought', client_id, 1, coalesce(amount_minor, 0) from added
      where kind = 'purchase' and not is_void and (select count(*) from added) <= shown_alone()
    union all
    select cabinet_id, max(at), 'bought', null, count(*), coalesce(sum(amount_minor), 0) from added
      where kind = 'purchase' and not is_void and (select count(*) from added) > shown_alone() group by 1;
    select array_agg(cabinet_id), array_agg(client_id), array_agg(at) into cabinets, holders, times
    from added where kind in ('purchase', 'visit') and not is_void;
    if cabinets is not null then
      perform note_visits(cabinets, holders, times);
    end if;
  elsif tg_op = 'DELETE' then
    insert into figure_changes (cabinet_id, day, name, kind, count, amount)
    select cabinet_id, moscow_day(at), 'bought', '', -sum(sale), -sum(spent) from (
      select cabinet_id, at, sale_of(kind, is_void, amount_minor, returned_minor) as sale,
        spent_of(kind, is_void, amount_minor, returned_minor, refund_of) as spent from gone) g
    group by 1, 2 having sum(sale) <> 0 or sum(spent) <> 0;
  else
    insert into figure_changes (cabinet_id, day, name, kind, count, amount)
    select cabinet_id, moscow_day(at), 'bought', '', sum(sale), sum(spent) from (
      select cabinet_id, at, sale_of(kind, is_void, amount_minor, returned_minor) as sale,
        spent_of(kind, is_void, amount_minor, returned_minor, refund_of) as spent from added
      union all
      select cabinet_id, at, -sale_of(kind, is_void, amount_minor, returned_minor),
        -spent_of(kind, is_void, amount_minor, returned_minor, refund_of) from gone) changed
    group by 1, 2 having sum(sale) <> 0 or sum(spent) <> 0;
  end if;
  return null;
end $$;
create trigger count_bought after insert on external_events referencing new table as added
  for each statement execute function count_bought();
create trigger recount_bought after update on external_events referencing old table as gone new table as added
  for each statement execute function count_bought();
create trigger uncount_bought after delete on external_events referencing old table as gone
  for each statement execute function count_bought();

create function note_wallets() returns trigger language plpgsql as $$
begin
  insert into happenings (cabinet_id, at, kind, client_id, count, detail)
  select n.cabinet_id, now(), case when is_in then 'installed' else 'removed' end, n.client_id, 1, wallet
  from added n join gone o on o.cabinet_id = n.cabinet_id and o.client_id = n.client_id
  cross join lateral (values ('apple', o.in_apple, n.in_apple), ('google', o.in_google, n.in_google))
    w(wallet, was_in, is_in)
  where was_in <> is_in and (select count(*) from added) <= shown_alone();
  return null;
end $$;
create trigger note_wallets after update on client_wallets referencing old table as gone new table as added
  for each statement execute function note_wallets();

create function note_run() returns trigger language plpgsql as $$
begin
  insert into happenings (cabinet_id, at, kind, client_id, count, detail)
  values (new.cabinet_id, new.created_at, case when new.trigger_id is null then 'push' else 'trigger' end, null,
    new.cards, coalesce(new.push_id::text, ''));
  return null;
end $$;
create trigger note_run after insert on push_runs for each row execute function note_run();

-- The same figures, counted from what they count.
create function recounted_figures(given_cabinet bigint)
returns table (day date, name text, kind text, count bigint, amount bigint)
language sql stable set plan_cache_mode = force_custom_plan as $$
  select moscow_day(created_at), 'joined', source, count(*), 0::bigint
  from clients where cabinet_id = given_cabinet group by 1, 3
  union all
  select moscow_day(at), case when delta > 0 then 'given' else 'taken' end, source, count(*), sum(abs(delta))::bigint
  from balance_events
  where cabinet_id = given_cabinet and kind = 'bonus' and source <> 'merge' and delta <> 0 group by 1, 2, 3
  union all
  select moscow_day(at), 'bought', '', sum(sale_of(kind, is_void, amount_minor, returned_minor)),
    sum(spent_of(kind, is_void, amount_minor, returned_minor, refund_of))::bigint
  from external_events where cabinet_id = given_cabinet group by 1
  union all
  select v.day, 'returned', '', count(*), 0 from visit_days v
  where cabinet_id = given_cabinet and is_return group by 1
  union all
  select v.day, 'after_push', run_id::text, count(*), 0 from visit_days v
  where cabinet_id = given_cabinet and run_id is not null group by 1, 3
$$;

-- What is known of the time before. No cabinet is open in a migration, so row level security is off for these.
alter table clients no force row level security;
alter table balance_events no force row level security;
alter table external_events no force row level security;
alter table visit_days no force row level security;
alter table day_figures no force row level security;
insert into visit_days (cabinet_id, day, client_id, is_return)
select came.cabinet_id, came.day, came.client_id, moscow_day(c.created_at) < came.day
from (
  select cabinet_id, moscow_day(at) as day, client_id from balance_events
    where kind in ('bonus', 'balance') and source in ('cabinet', 'api')
  union
  select cabinet_id, moscow_day(at), client_id from external_events where kind in ('purchase', 'visit') and not is_void
) came join clients c on c.cabinet_id = came.cabinet_id and c.id = came.client_id;
insert into day_figures (cabinet_id, day, name, kind, count, amount)
select cabinets.id, f.day, f.name, f.kind, f.count, f.amount
from (select distinct cabinet_id as id from clients) cabinets cross join lateral recounted_figures(cabinets.id) f;
alter table clients force row level security;
alter table balance_events force row level security;
alter table external_events force row level security;
alter table visit_days force row level security;
alter table day_figures force row level security;
