-- Triggers: when, for whom, what. The cabinet sets the order: where two would do the same to a client, the first one
-- does.
create table triggers (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null default '',
  -- A draft that was never saved: in no list.
  is_draft boolean not null default true,
  is_active boolean not null default false,
  position int not null,
  activation text not null default 'birthday' check (activation in ('input', 'birthday', 'create', 'date', 'now')),
  segment_id uuid,
  action text not null default 'push' check (action in ('push', 'template')),
  push_id uuid,
  template_id uuid,
  -- Moscow day and time.
  day date,
  time text check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  days_to_birthday int not null default 0,
  days_after_create int not null default 7,
  back_after_days int,
  -- Null: it is not scheduled.
  next_run_at timestamptz,
  -- The last Moscow day whose birthdays and cards were checked.
  ran_day date,
  last_run_at timestamptz,
  last_run_clients int,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint triggers_segment foreign key (cabinet_id, segment_id) references segments,
  constraint triggers_push foreign key (cabinet_id, push_id) references pushes,
  constraint triggers_template foreign key (cabinet_id, template_id) references templates
);
create index triggers_next_run on triggers (next_run_at) where next_run_at is not null;
create index triggers_segment on triggers (cabinet_id, segment_id);
create index triggers_push on triggers (cabinet_id, push_id);
call build_wall('triggers');
create policy scheduler on triggers for select to kartoteka_scheduler using (true);
grant select (cabinet_id, next_run_at) on triggers to kartoteka_scheduler;

-- What was done for which client and occasion. The primary key ensures that nothing is done twice.
create table trigger_acts (
  cabinet_id bigint not null references cabinets,
  trigger_id uuid not null,
  client_id uuid not null,
  occasion text not null,
  at timestamptz not null,
  primary key (cabinet_id, trigger_id, client_id, occasion),
  foreign key (cabinet_id, trigger_id) references triggers on delete cascade,
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index trigger_acts_client on trigger_acts (cabinet_id, client_id);
call build_wall('trigger_acts');

-- Who was in the segment of a trigger at the last check: clients who are new have entered it.
create table trigger_insiders (
  cabinet_id bigint not null references cabinets,
  trigger_id uuid not null,
  client_id uuid not null,
  primary key (cabinet_id, trigger_id, client_id),
  foreign key (cabinet_id, trigger_id) references triggers on delete cascade,
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index trigger_insiders_client on trigger_insiders (cabinet_id, client_id);
call build_wall('trigger_insiders');

-- A card that a trigger has changed for some days, and what it goes back to; one a client.
create table trigger_holds (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  -- Null: the trigger was deleted; the card still goes back.
  trigger_id uuid,
  template_id uuid not null,
  template_before uuid not null,
  back_at timestamptz not null,
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade,
  foreign key (cabinet_id, trigger_id) references triggers on delete set null (trigger_id),
  foreign key (cabinet_id, template_id) references templates on delete cascade,
  foreign key (cabinet_id, template_before) references templates on delete cascade
);
create index trigger_holds_back on trigger_holds (back_at);
call build_wall('trigger_holds');
create policy scheduler on trigger_holds for select to kartoteka_scheduler using (true);
grant select (cabinet_id, back_at) on trigger_holds to kartoteka_scheduler;

-- A run of a trigger is not the push's own run of the day. The id stays when the trigger is deleted, so a run
-- never changes its owner.
alter table push_runs add column trigger_id uuid;
alter table push_runs drop constraint push_runs_once_a_day;
create unique index push_runs_once_a_day on push_runs (cabinet_id, push_id, moscow_day) where trigger_id is null;
create index push_runs_push on push_runs (cabinet_id, push_id, created_at desc);
