-- One change of many clients at once, and for each of them what it replaced: until it expires it can be taken back.
create table bulk_edits (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  made_by uuid not null,
  lang text not null,
  action jsonb not null,
  state text not null,
  total int not null,
  done int not null default 0,
  -- How far the current step is: it goes by the ids of the clients.
  after_client uuid,
  counts jsonb not null default '{}',
  created_at timestamptz not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (cabinet_id, id)
);
create index bulk_edits_created on bulk_edits (cabinet_id, created_at desc, id);
-- One runs at a time.
create unique index bulk_edits_running on bulk_edits (cabinet_id) where state in ('running', 'undoing');
call build_wall('bulk_edits');

create table bulk_edit_rows (
  cabinet_id bigint not null references cabinets,
  edit_id uuid not null,
  client_id uuid not null,
  state text not null,
  -- Why it was refused, or could not be taken back.
  reason text,
  former jsonb,
  primary key (cabinet_id, edit_id, client_id),
  foreign key (cabinet_id, edit_id) references bulk_edits on delete cascade,
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index bulk_edit_rows_client on bulk_edit_rows (cabinet_id, client_id);
call build_wall('bulk_edit_rows');
