-- Events that systems send us: the address of each integration, and what has arrived there.
create table crm_hooks (
  cabinet_id bigint primary key references cabinets,
  id uuid not null,
  -- The part of the address that nobody can guess; encrypted for this row.
  sealed_key bytea not null,
  -- The owner wants events.
  is_wanted boolean not null default true,
  -- Whether the system was told so: an order that was carried out, or why it was not.
  state text not null default 'none' check (state in ('none', 'registered', 'failed')),
  failure text,
  checked_at timestamptz,
  last_event_at timestamptz,
  -- Since the integration was made.
  received bigint not null default 0,
  forged bigint not null default 0,
  echoes bigint not null default 0
);
call build_wall('crm_hooks');
create policy scheduler on crm_hooks for select to kartoteka_scheduler using (true);
grant select (cabinet_id) on crm_hooks to kartoteka_scheduler;

create table crm_hook_events (
  cabinet_id bigint not null references cabinets,
  -- Of the vendor's number and the content: what is sent again has the same.
  id uuid not null,
  at timestamptz not null,
  state text not null check (state in ('waiting', 'done', 'echo', 'forged', 'failed')),
  -- As it came; encrypted for this row. Of what is forged nothing is kept.
  sealed bytea,
  -- Whom it was about.
  crm_ids text[] not null default '{}',
  tries int not null default 0,
  settled_at timestamptz,
  primary key (cabinet_id, id)
);
create index crm_hook_events_at on crm_hook_events (cabinet_id, at);
create index crm_hook_events_waiting on crm_hook_events (cabinet_id, at) where state = 'waiting';
call build_wall('crm_hook_events');

-- Systems that were left, and have to be told that they send no more events.
create table crm_farewells (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  type text not null,
  -- Settings and tokens; encrypted for this row, and gone with it.
  sealed bytea not null,
  primary key (cabinet_id, id)
);
call build_wall('crm_farewells');
