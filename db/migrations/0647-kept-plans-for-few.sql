-- Merging two clients, a purchase, a card put on a phone: what the triggers do for one client or a few was planned anew
-- each time, which took most of the time of the database. For few the plans are kept now. They go by keys, so that the
-- plan of any account does for all; a kept plan must not be one of an empty table, either. For many it is as before.

-- The same text for few and for many. The joins of few go from each client to its rows, never over a whole account.
do $do$
declare
  code text := pg_get_functiondef('sum_up_purchases(bigint[], uuid[])'::regprocedure);
begin
  if position('FUNCTION public.sum_up_purchases(' in code) = 0
    or position($$SET plan_cache_mode TO 'force_custom_plan'$$ in code) = 0 then
    raise exception 'sum_up_purchases is not the function that is copied here';
  end if;
  execute replace(code, 'FUNCTION public.sum_up_purchases(', 'FUNCTION public.sum_up_purchases_of_many(');
  execute replace(code, 'FUNCTION public.sum_up_purchases(', 'FUNCTION public.sum_up_purchases_of_few(');
end $do$;
alter function sum_up_purchases_of_few(bigint[], uuid[]) set plan_cache_mode = force_generic_plan;
alter function sum_up_purchases_of_few(bigint[], uuid[]) set enable_seqscan = off;
alter function sum_up_purchases_of_few(bigint[], uuid[]) set enable_hashjoin = off;
alter function sum_up_purchases_of_few(bigint[], uuid[]) set enable_mergejoin = off;

create or replace function sum_up_purchases(cabinets bigint[], clients_of uuid[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(clients_of) <= 8 then
    perform sum_up_purchases_of_few(cabinets, clients_of);
  else
    perform sum_up_purchases_of_many(cabinets, clients_of);
  end if;
end $$;

-- As for many (0224), for one client and who that client was merged into. Of wallets that stay as they are no row is
-- written, so nothing looks at what was written.
create or replace function keep_wallets(given_cabinet bigint, given_client uuid) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  people uuid[];
  person uuid;
  kept record;
  found_now record;
begin
  select array_agg(one.id order by one.id) into people
  from clients c cross join lateral (values (c.id), (c.merged_into)) one(id)
  where c.cabinet_id = given_cabinet and c.id = given_client and one.id is not null;
  foreach person in array coalesce(people, '{}') loop
    insert into client_wallets (cabinet_id, client_id) values (given_cabinet, person) on conflict do nothing;
    -- Whoever changes another card of a client waits here, and the next statement sees what was committed.
    select w.in_apple, w.in_google, w.removed_at into kept from client_wallets w
    where w.cabinet_id = given_cabinet and w.client_id = person for update;
    select counted.in_apple, counted.in_google,
      case when not (counted.in_apple or counted.in_google) then counted.removed_at end as removed_at into found_now
    from (
      select max(greatest(p.apple_removed_at, p.google_removed_at)) as removed_at,
        coalesce(bool_or(p.google_saved_at is not null), false) as in_google,
        coalesce(bool_or(exists (select from registrations r
          where r.cabinet_id = p.cabinet_id and r.pass_id = p.id)), false) as in_apple
      from passes p
      where p.cabinet_id = given_cabinet and p.voided_at is null and p.client_id = any(array(
        select person union all
        select c.id from clients c where c.cabinet_id = given_cabinet and c.merged_into = person))
    ) counted;
    if kept is distinct from found_now then
      update client_wallets set in_apple = found_now.in_apple, in_google = found_now.in_google,
        removed_at = found_now.removed_at
      where cabinet_id = given_cabinet and client_id = person;
    end if;
  end loop;
end $$;

do $do$
declare
  code text := pg_get_functiondef('keep_wallets_of_many(bigint[], uuid[])'::regprocedure);
  place text := $$begin
  -- They, and the clients into whom$$;
begin
  if position(place in code) = 0 then
    raise exception 'keep_wallets_of_many is not the function that is changed here';
  end if;
  execute replace(code, place, $$begin
  if cardinality(given_clients) = 1 then
    perform keep_wallets(given_cabinets[1], given_clients[1]);
    return;
  end if;
  -- They, and the clients into whom$$);
end $do$;

-- Where a business has no CRM there is nothing to move, and where it has one, mostly one row.
create function move_standings_of_many(cabinets bigint[], people uuid[], versions int[], present boolean[])
returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update crm_clients cc
  set standing = case when one.present then standing_of(cc.is_write, cc.written_version, one.version) end
  from unnest(cabinets, people, versions, present) one(cabinet_id, id, version, present)
  where cc.cabinet_id = one.cabinet_id and cc.client_id = one.id
    and cc.standing is distinct from
      case when one.present then standing_of(cc.is_write, cc.written_version, one.version) end;
end $$;

create or replace function move_standings() returns trigger
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  cabinets bigint[];
  people uuid[];
  versions int[];
  present boolean[];
begin
  select array_agg(a.cabinet_id), array_agg(a.id), array_agg(a.version), array_agg(a.archived_at is null)
  into cabinets, people, versions, present from added a;
  if cardinality(people) > 8 then
    perform move_standings_of_many(cabinets, people, versions, present);
    return null;
  end if;
  for n in 1..coalesce(cardinality(people), 0) loop
    if exists (select from crm_clients where cabinet_id = cabinets[n] and client_id = people[n]) then
      perform move_standings_of_many(cabinets[n:n], people[n:n], versions[n:n], present[n:n]);
    end if;
  end loop;
  return null;
end $$;

-- Each finds its rows by a key.
do $do$
declare
  one text;
begin
  foreach one in array array['place_buyer()', 'keep_buyer_present()', 'count_archived_client()',
    'keep_wallets_of_merged()', 'order_changed_cards()'] loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', one);
    execute format('alter function %s set enable_seqscan = off', one);
  end loop;
  -- These read nothing but what was changed, and join it with nothing.
  foreach one in array array['note_changed_clients()', 'note_clients_of_rows()', 'count_standings()', 'count_bought()',
    'count_points()', 'count_cards()', 'keep_wallets_of_card()', 'sum_up_changed()', 'sum_up_touched()'] loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', one);
  end loop;
end $do$;
