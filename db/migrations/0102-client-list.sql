-- The list of clients in each of its orders, so that a page is read and not sorted. Texts are compared beside row level
-- security only as they are in a column, so the name has one of its own.
alter table clients add column name_order text generated always as (lower(surname || ' ' || name)) stored;
create index clients_list_created on clients (cabinet_id, created_at, id) where archived_at is null;
create index clients_list_name on clients (cabinet_id, name_order collate "und-x-icu", id) where archived_at is null;
create index clients_list_balance on clients (cabinet_id, balance_minor, id) where archived_at is null;
create index clients_list_bonus on clients (cabinet_id, bonus_minor, id) where archived_at is null;
create index clients_list_discount on clients (cabinet_id, discount_hundredths, id) where archived_at is null;
-- Who has no birthday is last in both directions.
create index clients_list_youngest on clients (cabinet_id, coalesce(birthday, '-infinity'::date), id)
  where archived_at is null;
create index clients_list_oldest on clients (cabinet_id, coalesce(birthday, 'infinity'::date), id)
  where archived_at is null;
-- Few cards have left a wallet, and they are looked for among all.
create index passes_removed on passes (cabinet_id, client_id)
  where coalesce(apple_removed_at, google_removed_at) is not null;

-- How many clients an account has without its archive, so that nothing counts them at each page. Kept where the rows
-- change, in the same transaction: no way to make a client is forgotten, and processes of the version before this one
-- are counted too.
create table client_counts (
  cabinet_id bigint primary key references cabinets,
  present int not null
);
call build_wall('client_counts');

create function count_new_clients() returns trigger language plpgsql as $$
begin
  insert into client_counts as c (cabinet_id, present)
  select cabinet_id, count(*) from added where archived_at is null group by cabinet_id order by cabinet_id
  on conflict (cabinet_id) do update set present = c.present + excluded.present;
  return null;
end $$;
create trigger count_new_clients after insert on clients referencing new table as added
  for each statement execute function count_new_clients();

create function count_gone_clients() returns trigger language plpgsql as $$
begin
  update client_counts c set present = c.present - g.gone
  from (select cabinet_id, count(*) as gone from removed where archived_at is null group by cabinet_id) g
  where c.cabinet_id = g.cabinet_id;
  return null;
end $$;
create trigger count_gone_clients after delete on clients referencing old table as removed
  for each statement execute function count_gone_clients();

create function count_archived_client() returns trigger language plpgsql as $$
begin
  update client_counts set present = present + case when new.archived_at is null then 1 else -1 end
  where cabinet_id = new.cabinet_id;
  return null;
end $$;
create trigger count_archived_client after update of archived_at on clients
  for each row when ((old.archived_at is null) is distinct from (new.archived_at is null))
  execute function count_archived_client();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table client_counts no force row level security;
insert into client_counts (cabinet_id, present)
select cabinet_id, count(*) from clients where archived_at is null group by cabinet_id;
alter table clients force row level security;
alter table client_counts force row level security;
