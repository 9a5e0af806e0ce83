-- Exports of clients: once a Moscow day, written in parts, readable by the user who asked, deleted after seven days.
create table client_exports (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  moscow_day date not null,
  asked_by uuid not null references users,
  lang text not null,
  -- Columns and rows as they were asked for, and the variables of that moment.
  choice jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
  total int not null,
  done int not null default 0,
  -- Card number of the last client written: after a crash the next worker continues behind it.
  after_card bigint not null default -1,
  parts int not null default 0,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (cabinet_id, id)
);
-- The once-a-day rule; what failed does not count.
create unique index client_exports_once_a_day on client_exports (cabinet_id, moscow_day) where state <> 'failed';
create index client_exports_asked on client_exports (cabinet_id, asked_at desc);
call build_wall('client_exports');

create table client_export_parts (
  cabinet_id bigint not null references cabinets,
  export_id uuid not null,
  no int not null,
  -- Packed lines of the file.
  sealed bytea not null,
  primary key (cabinet_id, export_id, no),
  foreign key (cabinet_id, export_id) references client_exports on delete cascade
);
call build_wall('client_export_parts');
