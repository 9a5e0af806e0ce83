-- How many clients have each tag. Kept as 0553-birth-counts.sql keeps the months.
create table tag_counts (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  tag_id uuid not null,
  clients int not null,
  primary key (cabinet_id, id)
);
call build_wall('tag_counts');
create index tag_counts_single on tag_counts (cabinet_id) where not is_sum;
create policy scheduler on tag_counts for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on tag_counts to kartoteka_scheduler;

create function count_tagged() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into tag_counts (cabinet_id, tag_id, clients)
  select cabinet_id, tag_id, case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by 1, 2;
  return null;
end $$;
create trigger count_tagged after insert on client_tags referencing new table as changed
  for each statement execute function count_tagged();
create trigger count_untagged after delete on client_tags referencing old table as changed
  for each statement execute function count_tagged();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table client_tags no force row level security;
alter table tag_counts no force row level security;
insert into tag_counts (cabinet_id, is_sum, tag_id, clients)
select cabinet_id, true, tag_id, count(*) from client_tags group by 1, 3;
alter table client_tags force row level security;
alter table tag_counts force row level security;
