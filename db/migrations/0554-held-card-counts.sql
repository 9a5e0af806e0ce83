-- How many cards are on iPhones, and how many in Google Wallet: as the cards of each design (0470-kept-counts.sql),
-- kept where the rows change, in the same transaction, and put together by a job.
create table held_card_counts (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  -- With a phone; withdrawn ones too, of which phones are forgotten after a while.
  apple int not null,
  -- Without those that were withdrawn.
  google int not null,
  primary key (cabinet_id, id)
);
call build_wall('held_card_counts');
create index held_card_counts_single on held_card_counts (cabinet_id) where not is_sum;
create policy scheduler on held_card_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on held_card_counts to kartoteka_scheduler;

-- The first phone of a card, or its last one. Who registers another phone of the card waits for its row, and the next
-- statement sees what was committed.
create function count_phones() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  cards uuid[];
  changed int[];
begin
  select array_agg(cabinet_id), array_agg(pass_id), array_agg(phones) into cabinets, cards, changed
  from (select cabinet_id, pass_id, count(*) as phones from touched group by 1, 2) phones;
  if cabinets is null then
    return null;
  end if;
  perform from passes p
  where (p.cabinet_id, p.id) in (select cabinet_id, id from unnest(cabinets, cards) one(cabinet_id, id))
  order by p.cabinet_id, p.id for no key update;
  insert into held_card_counts (cabinet_id, apple, google)
  select one.cabinet_id, case when tg_op = 'INSERT' then count(*) else -count(*) end, 0
  from unnest(cabinets, cards, changed) one(cabinet_id, id, phones)
  where (select count(*) from registrations r where r.cabinet_id = one.cabinet_id and r.pass_id = one.id)
    = case when tg_op = 'INSERT' then one.phones else 0 end
  group by 1;
  return null;
end $$;
create trigger count_phones_new after insert on registrations referencing new table as touched
  for each statement execute function count_phones();
create trigger count_phones_gone after delete on registrations referencing old table as touched
  for each statement execute function count_phones();

create function count_google_card() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  insert into held_card_counts (cabinet_id, apple, google)
  select coalesce(new.cabinet_id, old.cabinet_id), 0,
    (new.google_saved_at is not null and new.voided_at is null)::int
      - (old.google_saved_at is not null and old.voided_at is null)::int;
  return null;
end $$;
create trigger count_google_new after insert on passes for each row
  when (new.google_saved_at is not null and new.voided_at is null) execute function count_google_card();
create trigger count_google_gone after delete on passes for each row
  when (old.google_saved_at is not null and old.voided_at is null) execute function count_google_card();
create trigger count_google_changed after update of google_saved_at, voided_at on passes for each row
  when ((old.google_saved_at is not null and old.voided_at is null)
    is distinct from (new.google_saved_at is not null and new.voided_at is null))
  execute function count_google_card();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table passes no force row level security;
alter table registrations no force row level security;
alter table held_card_counts no force row level security;
insert into held_card_counts (cabinet_id, is_sum, apple, google)
select cabinet_id, true, sum(apple), sum(google) from (
  select cabinet_id, count(distinct pass_id) as apple, 0 as google from registrations group by 1
  union all
  select cabinet_id, 0, count(*) from passes where google_saved_at is not null and voided_at is null group by 1) held
group by 1;
alter table passes force row level security;
alter table registrations force row level security;
alter table held_card_counts force row level security;
