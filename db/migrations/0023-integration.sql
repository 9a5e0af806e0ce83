-- The CRM of a cabinet: at most one.
create table integrations (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  -- Name of a connector.
  type text not null,
  -- Without secrets.
  settings jsonb not null,
  -- Encrypted JSON of the secrets; no call returns them.
  secrets bytea,
  secret_names text[] not null default '{}',
  is_read boolean not null,
  is_write boolean not null,
  is_rewrite boolean not null,
  categories jsonb not null default '[]',
  is_on boolean not null default false,
  -- It was on and is paused until a setting is changed.
  is_stopped boolean not null default false,
  fault text,
  fault_field text,
  fault_at timestamptz,
  -- How far the CRM's list of changes has been read.
  change_cursor text not null default '',
  last_write_at timestamptz,
  last_read_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint integrations_one unique (cabinet_id)
);
call build_wall('integrations');
create policy scheduler on integrations for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_on, is_stopped) on integrations to kartoteka_scheduler;

-- Which client is which in the CRM, and which version it has. A client without a row was never exchanged.
create table crm_clients (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  -- Null: as the integration says.
  is_read boolean,
  is_write boolean,
  is_rewrite boolean,
  crm_id text,
  -- Version of the client that the CRM has.
  written_version int,
  written_at timestamptz,
  read_at timestamptz,
  -- The run that last included the client; `is_tried`: a request may have arrived without an answer.
  run_id uuid,
  is_tried boolean not null default false,
  fault text,
  category text,
  category_percent numeric(5, 2),
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index crm_clients_crm on crm_clients (cabinet_id, crm_id);
call build_wall('crm_clients');

-- One run that sends changed clients. The unique row is the once-a-day rule.
create table crm_runs (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  moscow_day date not null,
  state text not null check (state in ('queue', 'running', 'waiting', 'done', 'failed')),
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  -- Consecutive attempts in which the CRM was not reached.
  tries int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (cabinet_id, id),
  constraint crm_runs_once_a_day unique (cabinet_id, moscow_day)
);
call build_wall('crm_runs');

-- CRMs that users have asked for; each request went to support once.
create table crm_wishes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index crm_wishes_name on crm_wishes (cabinet_id, lower(name));
call build_wall('crm_wishes');

-- When the CRM last changed something on the card: the variable {crmupdate_date}.
alter table clients add column crm_updated_at timestamptz;
