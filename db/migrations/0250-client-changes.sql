-- Which clients have changed, in the order in which it became visible, for programs that keep a copy of them. A row is
-- only a hint: what the client is now is read from the client.
create table client_changes (
  cabinet_id bigint not null references cabinets,
  -- Number of the transaction. Readers stop before the oldest one that is still open, so that none is passed over.
  transaction bigint not null,
  client_id uuid not null,
  at timestamptz not null default now(),
  primary key (cabinet_id, transaction, client_id)
);
call build_wall('client_changes');
create policy scheduler on client_changes for select to kartoteka_scheduler using (true);
grant select (cabinet_id, at) on client_changes to kartoteka_scheduler;

-- The last transaction whose rows were dropped because of their age: whoever stopped before it has missed something.
create table client_changes_dropped (
  cabinet_id bigint primary key references cabinets,
  transaction bigint not null
);
call build_wall('client_changes_dropped');

-- Noted where the rows change, in the same transaction, so no way to change a client is forgotten, and processes of the
-- version before this one note it too. A row of its own for each transaction: nobody waits for another one here.
-- No cabinet is open in a migration, and what one changes is not listed.
create function note_changed_clients() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.cabinet', true), '') <> '' then
    insert into client_changes (cabinet_id, transaction, client_id)
    select distinct cabinet_id, pg_current_xact_id()::text::bigint, id from touched
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_added after insert on clients referencing new table as touched
  for each statement execute function note_changed_clients();
create trigger note_changed after update on clients referencing new table as touched
  for each statement execute function note_changed_clients();
create trigger note_removed after delete on clients referencing old table as touched
  for each statement execute function note_changed_clients();

-- Cards in wallets and tags are part of what is answered about a client.
create function note_clients_of_rows() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.cabinet', true), '') <> '' then
    insert into client_changes (cabinet_id, transaction, client_id)
    select distinct cabinet_id, pg_current_xact_id()::text::bigint, client_id from touched
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_held after update on client_wallets referencing new table as touched
  for each statement execute function note_clients_of_rows();
create trigger note_tagged after insert on client_tags referencing new table as touched
  for each statement execute function note_clients_of_rows();
create trigger note_untagged after delete on client_tags referencing old table as touched
  for each statement execute function note_clients_of_rows();
