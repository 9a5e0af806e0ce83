-- What every room needs: search, row level security by cabinet, counters of attempts, secrets of the installation.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Trigram search under row level security loses its index unless the operator is leakproof (measured: 200 times).
-- Only a superuser can mark it so; without that, search is correct but slow.
do $$ begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice '%', 'search in large cabinets will be slow: a superuser should run: '
    || 'alter function texticlike(text, text) leakproof';
end $$;

grant usage on schema public to kartoteka_app, kartoteka_scheduler;

-- Adds row level security to a table with cabinet_id: no row can be read or written outside the opened cabinet,
-- not even by the table's owner. A missing setting is an error, never all rows.
create procedure build_wall(walled regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy cabinet on %s using (cabinet_id = (select current_setting(''app.cabinet'')::bigint))', walled);
  execute format('grant select, insert, update, delete on %s to kartoteka_app', walled);
end $$;

create unlogged table tries (
  key text primary key,
  window_start timestamptz not null,
  count int not null
);
grant select, insert, update, delete on tries to kartoteka_app;

-- Keys of the installation itself (test authority, emulated service account), encrypted with the master key.
create table installation_secrets (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on installation_secrets to kartoteka_app;
