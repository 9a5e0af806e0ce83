-- How many clients have a value for each variable of the business. Kept as 0553-birth-counts.sql keeps the months; also
-- of clients in the archive.
create table extra_counts (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  name text not null,
  clients int not null,
  primary key (cabinet_id, id)
);
call build_wall('extra_counts');
create index extra_counts_single on extra_counts (cabinet_id) where not is_sum;
create policy scheduler on extra_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on extra_counts to kartoteka_scheduler;

create function count_extra() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into extra_counts (cabinet_id, name, clients)
  select cabinet_id, e.key, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, jsonb_each_text(extra) e where extra <> '{}' and e.value <> '' group by 1, 2;
  return null;
end $$;
create trigger count_extra_new after insert on clients referencing new table as changed
  for each statement execute function count_extra();
create trigger count_extra_gone after delete on clients referencing old table as changed
  for each statement execute function count_extra();

-- Only names that got a value or lost it.
create function recount_extra() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  insert into extra_counts (cabinet_id, name, clients)
  select new.cabinet_id, name, sum(n) from (
    select key as name, 1 as n from jsonb_each_text(new.extra) where value <> ''
    union all select key, -1 from jsonb_each_text(old.extra) where value <> '') one
  group by name having sum(n) <> 0;
  return null;
end $$;
create trigger recount_extra after update of extra on clients
  for each row when (old.extra is distinct from new.extra) execute function recount_extra();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table extra_counts no force row level security;
insert into extra_counts (cabinet_id, is_sum, name, clients)
select cabinet_id, true, e.key, count(*) from clients, jsonb_each_text(extra) e
where extra <> '{}' and e.value <> '' group by 1, 3;
alter table clients force row level security;
alter table extra_counts force row level security;
