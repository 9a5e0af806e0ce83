-- What the wallets have reported of the messages of a run, and how many cards a design has: kept where the rows change,
-- in the same transaction, so that no screen reads a whole account. Rows are only added, and nobody waits for another
-- one; a job puts them together.
create table run_wallets (
  cabinet_id bigint not null references cabinets,
  run_id uuid not null,
  id bigint generated always as identity,
  -- Put together already: a run has at most one such row.
  is_sum boolean not null default false,
  apple int not null,
  apple_accepted int not null,
  apple_fetched int not null,
  apple_removed int not null,
  google int not null,
  google_accepted int not null,
  google_removed int not null,
  primary key (cabinet_id, run_id, id)
);
call build_wall('run_wallets');
create index run_wallets_single on run_wallets (cabinet_id, run_id) where not is_sum;
create policy scheduler on run_wallets for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on run_wallets to kartoteka_scheduler;

create table card_counts (
  cabinet_id bigint not null references cabinets,
  template_id uuid not null,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  -- All cards, and those that were not withdrawn.
  cards int not null,
  counted int not null,
  primary key (cabinet_id, template_id, id)
);
call build_wall('card_counts');
create index card_counts_single on card_counts (cabinet_id, template_id) where not is_sum;
create policy scheduler on card_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on card_counts to kartoteka_scheduler;

-- What one message adds to the figures of its run. One that an older version has written without its wallets counts in
-- its channel; one that was announced on another card of the person counts nowhere.
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

-- The same figures, counted from the messages.
create function recounted_runs(given_cabinet bigint, given_runs uuid[])
returns table (run_id uuid, apple bigint, apple_accepted bigint, apple_fetched bigint, apple_removed bigint,
  google bigint, google_accepted bigint, google_removed bigint)
language sql stable set plan_cache_mode = force_custom_plan as $$
  select m.run_id, sum(f.apple), sum(f.apple_accepted), sum(f.apple_fetched), sum(f.apple_removed), sum(f.google),
    sum(f.google_accepted), sum(f.google_removed)
  from client_messages m cross join lateral figures_of_message(m) f
  where m.cabinet_id = given_cabinet and m.run_id = any(given_runs) group by m.run_id
$$;

-- Of a run that is deleted nothing is counted any more.
create function count_in_wallets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into run_wallets (cabinet_id, run_id, apple, apple_accepted, apple_fetched, apple_removed, google,
      google_accepted, google_removed)
    select m.cabinet_id, m.run_id, sum(f.apple), sum(f.apple_accepted), sum(f.apple_fetched), sum(f.apple_removed),
      sum(f.google), sum(f.google_accepted), sum(f.google_removed)
    from added m cross join lateral figures_of_message(m) f where m.run_id is not null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into run_wallets (cabinet_id, run_id, apple, apple_accepted, apple_fetched, apple_removed, google,
      google_accepted, google_removed)
    select m.cabinet_id, m.run_id, -sum(f.apple), -sum(f.apple_accepted), -sum(f.apple_fetched),
      -sum(f.apple_removed), -sum(f.google), -sum(f.google_accepted), -sum(f.google_removed)
    from gone m join push_runs r on r.cabinet_id = m.cabinet_id and r.id = m.run_id
    cross join lateral figures_of_message(m) f group by 1, 2;
  else
    insert into run_wallets (cabinet_id, run_id, apple, apple_accepted, apple_fetched, apple_removed, google,
      google_accepted, google_removed)
    select c.cabinet_id, c.run_id, c.apple, c.apple_accepted, c.apple_fetched, c.apple_removed, c.google,
      c.google_accepted, c.google_removed
    from (
      select cabinet_id, run_id, sum(n * f.apple) as apple, sum(n * f.apple_accepted) as apple_accepted,
        sum(n * f.apple_fetched) as apple_fetched, sum(n * f.apple_removed) as apple_removed,
        sum(n * f.google) as google, sum(n * f.google_accepted) as google_accepted,
        sum(n * f.google_removed) as google_removed
      from (
        select m.cabinet_id, m.run_id, 1 as n, one.* from added m cross join lateral figures_of_message(m) one
        union all
        select m.cabinet_id, m.run_id, -1, one.* from gone m cross join lateral figures_of_message(m) one) f
      where run_id is not null group by 1, 2) c
    join push_runs r on r.cabinet_id = c.cabinet_id and r.id = c.run_id
    where (c.apple, c.apple_accepted, c.apple_fetched, c.apple_removed, c.google, c.google_accepted, c.google_removed)
      is distinct from (0, 0, 0, 0, 0, 0, 0);
  end if;
  return null;
end $$;
create trigger count_in_wallets_new after insert on client_messages referencing new table as added
  for each statement execute function count_in_wallets();
create trigger count_in_wallets_changed after update on client_messages
  referencing old table as gone new table as added for each statement execute function count_in_wallets();
create trigger count_in_wallets_gone after delete on client_messages referencing old table as gone
  for each statement execute function count_in_wallets();

create function forget_run_wallets() returns trigger language plpgsql as $$
begin
  delete from run_wallets w using gone where w.cabinet_id = gone.cabinet_id and w.run_id = gone.id;
  return null;
end $$;
create trigger forget_run_wallets after delete on push_runs referencing old table as gone
  for each statement execute function forget_run_wallets();

create function count_cards() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into card_counts (cabinet_id, template_id, cards, counted)
    select cabinet_id, template_id, count(*), count(*) filter (where voided_at is null) from added group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into card_counts (cabinet_id, template_id, cards, counted)
    select cabinet_id, template_id, -count(*), -count(*) filter (where voided_at is null) from gone group by 1, 2;
  else
    insert into card_counts (cabinet_id, template_id, cards, counted)
    select cabinet_id, template_id, sum(n), coalesce(sum(n) filter (where voided_at is null), 0) from (
      select cabinet_id, template_id, voided_at, 1 as n from added
      union all select cabinet_id, template_id, voided_at, -1 from gone) c
    group by 1, 2 having sum(n) <> 0 or coalesce(sum(n) filter (where voided_at is null), 0) <> 0;
  end if;
  return null;
end $$;
create trigger count_cards_new after insert on passes referencing new table as added
  for each statement execute function count_cards();
create trigger count_cards_changed after update on passes referencing old table as gone new table as added
  for each statement execute function count_cards();
create trigger count_cards_gone after delete on passes referencing old table as gone
  for each statement execute function count_cards();

create index passes_in_google on passes (cabinet_id) where google_saved_at is not null and voided_at is null;

-- What is there already. No cabinet is open in a migration, so row level security is off for these.
alter table client_messages no force row level security;
alter table passes no force row level security;
alter table run_wallets no force row level security;
alter table card_counts no force row level security;
insert into run_wallets (cabinet_id, run_id, is_sum, apple, apple_accepted, apple_fetched, apple_removed, google,
  google_accepted, google_removed)
select m.cabinet_id, m.run_id, true, sum(f.apple), sum(f.apple_accepted), sum(f.apple_fetched), sum(f.apple_removed),
  sum(f.google), sum(f.google_accepted), sum(f.google_removed)
from client_messages m cross join lateral figures_of_message(m) f where m.run_id is not null group by 1, 2;
insert into card_counts (cabinet_id, template_id, is_sum, cards, counted)
select cabinet_id, template_id, true, count(*), count(*) filter (where voided_at is null) from passes group by 1, 2;
alter table client_messages force row level security;
alter table passes force row level security;
alter table run_wallets force row level security;
alter table card_counts force row level security;
