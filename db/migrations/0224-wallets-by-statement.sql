-- The wallets of all clients whom a statement touches are counted together. Row by row, a statement that added cards
-- for a large account took minutes: each row asked four times, with plans that were made when its session began.

-- Plans are made anew for the clients at hand: one, or a whole account.
create function keep_wallets_of_many(given_cabinets bigint[], given_clients uuid[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  people uuid[];
begin
  -- They, and the clients into whom they were merged; in order, so that two who come with several do not wait in turns.
  select array_agg(cabinet_id order by cabinet_id, id), array_agg(id order by cabinet_id, id)
  into cabinets, people
  from (
    select c.cabinet_id, person as id
    from unnest(given_cabinets, given_clients) given(cabinet_id, id)
    join clients c on c.cabinet_id = given.cabinet_id and c.id = given.id
    cross join lateral unnest(array[c.id, c.merged_into]) person
    where person is not null
    group by c.cabinet_id, person
  ) found;
  if people is null then
    return;
  end if;
  insert into client_wallets (cabinet_id, client_id)
  select cabinet_id, id from unnest(cabinets, people) with ordinality one(cabinet_id, id, place) order by place
  on conflict do nothing;
  -- Whoever changes another card of a client waits here, and the next statement sees what was committed.
  perform from client_wallets w
  where (w.cabinet_id, w.client_id) in (select cabinet_id, id from unnest(cabinets, people) one(cabinet_id, id))
  order by w.cabinet_id, w.client_id for update;
  with cards as (
    select one.cabinet_id, one.id, one.id as holder_id from unnest(cabinets, people) one(cabinet_id, id)
    union all
    select one.cabinet_id, one.id, c.id from unnest(cabinets, people) one(cabinet_id, id)
    join clients c on c.cabinet_id = one.cabinet_id and c.merged_into = one.id
  ), counted as (
    select cards.cabinet_id, cards.id, max(greatest(p.apple_removed_at, p.google_removed_at)) as removed_at,
      coalesce(bool_or(p.google_saved_at is not null), false) as in_google,
      coalesce(bool_or(exists (select from registrations r
        where r.cabinet_id = p.cabinet_id and r.pass_id = p.id)), false) as in_apple
    from cards
    left join passes p on p.cabinet_id = cards.cabinet_id and p.client_id = cards.holder_id and p.voided_at is null
    group by cards.cabinet_id, cards.id
  ), now as (
    select cabinet_id, id, in_apple, in_google,
      case when not (in_apple or in_google) then removed_at end as removed_at
    from counted
  )
  update client_wallets w
  set in_apple = now.in_apple, in_google = now.in_google, removed_at = now.removed_at
  from now
  where w.cabinet_id = now.cabinet_id and w.client_id = now.id
    and (w.in_apple, w.in_google, w.removed_at) is distinct from (now.in_apple, now.in_google, now.removed_at);
end $$;

-- For merges, which come one by one.
create or replace function keep_wallets(given_cabinet bigint, given_client uuid) returns void language plpgsql as $$
begin
  perform keep_wallets_of_many(array[given_cabinet], array[given_client]);
end $$;

-- Cards are locked before the rows of their clients, as everybody does who changes a card.
create or replace function keep_wallets_of_phone() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  cards uuid[];
  holders uuid[];
begin
  select array_agg(cabinet_id), array_agg(pass_id) into cabinets, cards
  from (select distinct cabinet_id, pass_id from touched) phones;
  select array_agg(cabinet_id), array_agg(client_id) into cabinets, holders
  from (
    select p.cabinet_id, p.client_id from passes p
    where (p.cabinet_id, p.id) in (select cabinet_id, id from unnest(cabinets, cards) one(cabinet_id, id))
    order by p.cabinet_id, p.id for no key update
  ) held;
  if holders is not null then
    perform keep_wallets_of_many(cabinets, holders);
  end if;
  return null;
end $$;
drop trigger keep_wallets on registrations;
create trigger keep_wallets_of_new after insert on registrations referencing new table as touched
  for each statement execute function keep_wallets_of_phone();
create trigger keep_wallets_of_gone after delete on registrations referencing old table as touched
  for each statement execute function keep_wallets_of_phone();

create or replace function keep_wallets_of_card() returns trigger language plpgsql as $$
declare
  cabinets bigint[];
  holders uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(cabinet_id), array_agg(client_id) into cabinets, holders from added
    where coalesce(google_saved_at, apple_removed_at, google_removed_at) is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(cabinet_id), array_agg(client_id) into cabinets, holders from gone;
  else
    -- What was and what is, without what is the same. Not a join: its plan would be that of the session's first update.
    select array_agg(cabinet_id), array_agg(client_id) into cabinets, holders
    from (
      select cabinet_id, client_id from (select * from gone union all select * from added) cards
      group by cabinet_id, id, client_id, google_saved_at, apple_removed_at, google_removed_at, voided_at
      having count(*) = 1
    ) differing;
  end if;
  if holders is not null then
    perform keep_wallets_of_many(cabinets, holders);
  end if;
  return null;
end $$;
drop trigger keep_wallets_of_new on passes;
drop trigger keep_wallets_of_changed on passes;
drop trigger keep_wallets_of_gone on passes;
drop trigger keep_wallets_of_voided on passes;
create trigger keep_wallets_of_new after insert on passes referencing new table as added
  for each statement execute function keep_wallets_of_card();
create trigger keep_wallets_of_changed after update on passes referencing old table as gone new table as added
  for each statement execute function keep_wallets_of_card();
create trigger keep_wallets_of_gone after delete on passes referencing old table as gone
  for each statement execute function keep_wallets_of_card();
