create table pushes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  type text not null check (type in ('text')),
  message text not null default '',
  status text not null default 'draft' check (status in ('draft', 'queue', 'in_progress', 'done', 'not_sent')),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id)
);
create index pushes_created on pushes (cabinet_id, created_at desc, id desc);
call build_wall('pushes');

create table push_templates (
  cabinet_id bigint not null references cabinets,
  push_id uuid not null,
  template_id uuid not null,
  primary key (cabinet_id, push_id, template_id),
  foreign key (cabinet_id, push_id) references pushes on delete cascade,
  constraint push_templates_template foreign key (cabinet_id, template_id) references templates
);
call build_wall('push_templates');

-- One sending of a push. The unique row is the once-a-day rule.
create table push_runs (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  push_id uuid not null,
  moscow_day date not null,
  message text not null,
  cards int not null,
  apple int not null default 0,
  google int not null default 0,
  sent int not null default 0,
  failed int not null default 0,
  unknown int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (cabinet_id, id),
  constraint push_runs_once_a_day unique (cabinet_id, push_id, moscow_day),
  foreign key (cabinet_id, push_id) references pushes on delete cascade
);
call build_wall('push_runs');

-- The frozen audience in chunks. A chunk records who has been served, so a worker that dies skips and repeats nobody.
create table push_chunks (
  cabinet_id bigint not null references cabinets,
  run_id uuid not null,
  no int not null,
  passes uuid[] not null,
  -- Number of cards from the start of `passes` whose outcome is recorded.
  done int not null default 0,
  primary key (cabinet_id, run_id, no),
  foreign key (cabinet_id, run_id) references push_runs on delete cascade
);
call build_wall('push_chunks');

-- What a client was sent; shown on the client's page.
create table client_messages (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  pass_id uuid not null,
  run_id uuid,
  text text not null,
  channel text not null check (channel in ('apple', 'google', 'none')),
  state text not null check (state in ('queued', 'sent', 'delivered', 'not_sent', 'unknown')),
  -- Version of the card that carries the text: a phone that fetched it has the message.
  pass_version bigint not null,
  at timestamptz not null,
  delivered_at timestamptz,
  primary key (cabinet_id, id),
  constraint client_messages_once unique (cabinet_id, run_id, pass_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade,
  foreign key (cabinet_id, run_id) references push_runs on delete set null (run_id)
);
create index client_messages_client on client_messages (cabinet_id, client_id, at desc);
create index client_messages_waiting on client_messages (cabinet_id, pass_id) where state in ('queued', 'sent');
call build_wall('client_messages');
