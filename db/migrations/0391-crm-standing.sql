-- Where a client stands in the exchange is kept in the row of its link, and how many stand where
-- is counted by triggers:
-- asking each time meant to go through all clients with all links.

-- 'done': the CRM has this version, or the client is not written · 'waits': to be written if all are ·
-- 'chosen': to be written, whatever is said for all. Null: in the archive, or not looked at yet.
alter table crm_clients add column standing text;

-- Added to, never changed: whoever writes a client waits for nobody. A job puts them together.
create table crm_standings (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  standing text not null,
  clients int not null,
  primary key (cabinet_id, id)
);
call build_wall('crm_standings');
-- The job that puts them together asks where there are many.
grant select (cabinet_id) on crm_standings to kartoteka_scheduler;
create policy scheduler on crm_standings for select to kartoteka_scheduler using (true);

create function standing_of(is_write boolean, written_version int, version int) returns text
language sql immutable as $$
  select case
    when is_write is false or coalesce(written_version, 0) >= version then 'done'
    when is_write then 'chosen'
    else 'waits'
  end
$$;

create function keep_standing() returns trigger language plpgsql as $$
begin
  new.standing := (
    select standing_of(new.is_write, new.written_version, c.version) from clients c
    where c.cabinet_id = new.cabinet_id and c.id = new.client_id and c.archived_at is null
  );
  return new;
end $$;
create trigger keep_standing before insert or update of is_write, written_version on crm_clients
  for each row execute function keep_standing();

create function count_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into crm_standings (cabinet_id, standing, clients)
    select cabinet_id, standing, count(*) from added where standing is not null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into crm_standings (cabinet_id, standing, clients)
    select cabinet_id, standing, -count(*) from gone where standing is not null group by 1, 2;
  else
    insert into crm_standings (cabinet_id, standing, clients)
    select cabinet_id, standing, sum(n) from (
      select cabinet_id, standing, 1 as n from added union all select cabinet_id, standing, -1 from gone
    ) both_sides
    where standing is not null group by 1, 2 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_standings_of_new after insert on crm_clients referencing new table as added
  for each statement execute function count_standings();
create trigger count_standings_of_gone after delete on crm_clients referencing old table as gone
  for each statement execute function count_standings();
create trigger count_standings_of_changed after update on crm_clients
  referencing old table as gone new table as added for each statement execute function count_standings();

-- A client who is changed, archived or brought back stands elsewhere. Only rows that differ are written.
create function move_standings() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  people uuid[];
  versions int[];
  present boolean[];
begin
  select array_agg(a.cabinet_id), array_agg(a.id), array_agg(a.version), array_agg(a.archived_at is null)
  into cabinets, people, versions, present from added a;
  if people is null then
    return null;
  end if;
  update crm_clients cc
  set standing = case when one.present then standing_of(cc.is_write, cc.written_version, one.version) end
  from unnest(cabinets, people, versions, present) one(cabinet_id, id, version, present)
  where cc.cabinet_id = one.cabinet_id and cc.client_id = one.id
    and cc.standing is distinct from
      case when one.present then standing_of(cc.is_write, cc.written_version, one.version) end;
  return null;
end $$;
create trigger move_standings after update on clients referencing new table as added
  for each statement execute function move_standings();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table crm_clients no force row level security;
alter table crm_standings no force row level security;
update crm_clients cc set standing = standing_of(cc.is_write, cc.written_version, c.version)
from clients c where c.cabinet_id = cc.cabinet_id and c.id = cc.client_id and c.archived_at is null;

alter table clients force row level security;
alter table crm_clients force row level security;
alter table crm_standings force row level security;

-- Those who wait are few most of the time.
create index crm_clients_waiting on crm_clients (cabinet_id, client_id) where standing in ('waits', 'chosen');
