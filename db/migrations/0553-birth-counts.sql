-- How many clients out of the archive there are of each sex and month of birth: segments by sex and age are counted
-- from it, and only months in which an age begins are looked at in the clients. Kept where the rows change, in the same
-- transaction; rows are only added, nobody waits for another one, and a job puts them together.
create table birth_counts (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  sex text,
  -- The first day of the month; null: the birthday is unknown.
  birth_month date,
  clients int not null,
  primary key (cabinet_id, id)
);
call build_wall('birth_counts');
create index birth_counts_single on birth_counts (cabinet_id) where not is_sum;
create policy scheduler on birth_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on birth_counts to kartoteka_scheduler;

create function month_of(day date) returns date language sql immutable return date_trunc('month', day::timestamp)::date;

create function count_births() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if tg_op = 'INSERT' then
    insert into birth_counts (cabinet_id, sex, birth_month, clients)
    select cabinet_id, sex, month_of(birthday), count(*) from added where archived_at is null group by 1, 2, 3;
  else
    insert into birth_counts (cabinet_id, sex, birth_month, clients)
    select cabinet_id, sex, month_of(birthday), -count(*) from gone where archived_at is null group by 1, 2, 3;
  end if;
  return null;
end $$;
create trigger count_births_new after insert on clients referencing new table as added
  for each statement execute function count_births();
create trigger count_births_gone after delete on clients referencing old table as gone
  for each statement execute function count_births();

create function recount_birth() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  insert into birth_counts (cabinet_id, sex, birth_month, clients)
  select new.cabinet_id, sex, month_of(birthday), n
  from (values (new.sex, new.birthday, new.archived_at, 1), (old.sex, old.birthday, old.archived_at, -1))
    one(sex, birthday, archived_at, n)
  where archived_at is null;
  return null;
end $$;
create trigger recount_birth after update of sex, birthday, archived_at on clients
  for each row when ((old.sex, month_of(old.birthday), old.archived_at is null)
    is distinct from (new.sex, month_of(new.birthday), new.archived_at is null))
  execute function recount_birth();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table birth_counts no force row level security;
insert into birth_counts (cabinet_id, is_sum, sex, birth_month, clients)
select cabinet_id, true, sex, month_of(birthday), count(*) from clients where archived_at is null group by 1, 3, 4;
alter table clients force row level security;
alter table birth_counts force row level security;
