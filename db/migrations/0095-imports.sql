-- Imports of clients from a file. Its lines lie packed and sealed in parts; each line that was checked has a row that
-- says what became of it, until the import can no longer be undone.
create table client_imports (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  made_by uuid not null references users,
  lang text not null,
  file_name text not null,
  state text not null check (
    state in ('ready', 'checking', 'checked', 'running', 'done', 'failed', 'undoing', 'undone')
  ),
  -- What was read of the file: its kind, encoding, columns with examples, what they seem to be.
  file jsonb not null,
  choices jsonb,
  rows int not null,
  parts int not null,
  -- Lines of the current step, how many of them are done, and the last of them: after a crash the next worker
  -- continues behind it.
  total int not null default 0,
  done int not null default 0,
  after_line int not null default 0,
  counts jsonb not null default '{}',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (cabinet_id, id)
);
create index client_imports_created on client_imports (cabinet_id, created_at desc, id);
call build_wall('client_imports');

create table client_import_parts (
  cabinet_id bigint not null references cabinets,
  import_id uuid not null,
  no int not null,
  -- Packed lines of the file.
  sealed bytea not null,
  primary key (cabinet_id, import_id, no),
  foreign key (cabinet_id, import_id) references client_imports on delete cascade
);
call build_wall('client_import_parts');

create table client_import_rows (
  cabinet_id bigint not null references cabinets,
  import_id uuid not null,
  line int not null,
  verdict text not null check (
    verdict in ('bad', 'fresh', 'changing', 'same', 'known', 'archived', 'added', 'changed', 'undone', 'kept')
  ),
  faults jsonb not null default '[]',
  -- What the line says of the client; emptied once that is saved.
  facts jsonb,
  client_id uuid,
  -- To undo: the values that were replaced, and the version of the client that the import has left.
  former jsonb,
  version_after int,
  primary key (cabinet_id, import_id, line),
  foreign key (cabinet_id, import_id) references client_imports on delete cascade,
  foreign key (cabinet_id, client_id) references clients on delete set null (client_id)
);
create index client_import_rows_client on client_import_rows (cabinet_id, client_id) where client_id is not null;
call build_wall('client_import_rows');

-- Where the consent of somebody who filled in no form comes from.
alter table clients add column consent_source text not null default '';
-- A client of an import is known by the number that the old plastic card carries, too.
create index clients_card_track on clients (cabinet_id, card_track) where card_track <> '';

-- Amounts come from imports too, and an owner may let a member import. The contract says which values there are.
alter table balance_events drop constraint if exists balance_events_source_check;
alter table accesses drop constraint if exists accesses_rights_check;
