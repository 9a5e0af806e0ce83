-- How many clients out of the archive have their birthday on each day of the year: the overview of a large account
-- counts those of a week from it. Kept as 0553-birth-counts.sql keeps the months.
create table birthday_counts (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  -- 1231 is New Year's Eve.
  month_day smallint not null,
  clients int not null,
  primary key (cabinet_id, id)
);
call build_wall('birthday_counts');
create index birthday_counts_day on birthday_counts (cabinet_id, month_day) include (clients);
create index birthday_counts_single on birthday_counts (cabinet_id) where not is_sum;
create policy scheduler on birthday_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on birthday_counts to kartoteka_scheduler;

create function month_day_of(day date) returns smallint language sql immutable
  return (extract(month from day) * 100 + extract(day from day))::smallint;

create function count_birthdays() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  -- Those who came are `changed` of an insertion, those who went of a deletion.
  insert into birthday_counts (cabinet_id, month_day, clients)
  select cabinet_id, month_day_of(birthday), case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed where archived_at is null and birthday is not null group by 1, 2;
  return null;
end $$;
create trigger count_birthdays_new after insert on clients referencing new table as changed
  for each statement execute function count_birthdays();
create trigger count_birthdays_gone after delete on clients referencing old table as changed
  for each statement execute function count_birthdays();

create function recount_birthday() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  insert into birthday_counts (cabinet_id, month_day, clients)
  select new.cabinet_id, month_day_of(day), n
  from (values (new.birthday, new.archived_at, 1), (old.birthday, old.archived_at, -1)) one(day, archived_at, n)
  where archived_at is null and day is not null;
  return null;
end $$;
create trigger recount_birthday after update of birthday, archived_at on clients
  for each row when ((month_day_of(old.birthday), old.archived_at is null)
    is distinct from (month_day_of(new.birthday), new.archived_at is null))
  execute function recount_birthday();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table birthday_counts no force row level security;
insert into birthday_counts (cabinet_id, is_sum, month_day, clients)
select cabinet_id, true, month_day_of(birthday), count(*) from clients
where archived_at is null and birthday is not null group by 1, 3;
alter table clients force row level security;
alter table birthday_counts force row level security;
