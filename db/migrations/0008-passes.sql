-- One client's issued card. Its version grows with every change; Last-Modified and the update tag follow it.
create table passes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  template_id uuid not null,
  certificate_id uuid not null,
  version bigint not null default 1,
  -- Update tag of the phone's list of changes.
  tag bigint not null,
  -- Whole seconds, because If-Modified-Since has no finer ones; each change is at least one later than the last.
  modified_at timestamptz not null,
  -- Highest version a phone fetched.
  fetched_version bigint not null default 0,
  message text not null default '',
  -- Number of messages the card has had, so that phones announce the same text a second time.
  message_number int not null default 0,
  message_at timestamptz,
  google_object_id text,
  -- Version that Google has.
  google_version bigint not null default 0,
  google_saved_at timestamptz,
  google_notified_at timestamptz[] not null default '{}',
  created_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint passes_client unique (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade,
  constraint passes_template foreign key (cabinet_id, template_id) references templates,
  foreign key (cabinet_id, certificate_id) references apple_certificates
);
create index passes_template on passes (cabinet_id, template_id);
create index passes_google on passes (cabinet_id, google_object_id) where google_object_id is not null;
call build_wall('passes');

-- A device registered for updates of a card.
create table registrations (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  device_id text not null,
  pass_id uuid not null,
  push_token text not null,
  created_at timestamptz not null,
  -- When the push token was last used: a 410 older than this does not apply to it.
  token_at timestamptz not null,
  -- Apple does not know the token: updates wait until the device asks for them.
  is_silent boolean not null default false,
  primary key (cabinet_id, id),
  constraint registrations_device unique (cabinet_id, device_id, pass_id),
  foreign key (cabinet_id, pass_id) references passes on delete cascade
);
create index registrations_pass on registrations (cabinet_id, pass_id);
call build_wall('registrations');

-- Save and delete callbacks of Google, each counted once.
create table google_notices (
  cabinet_id bigint not null references cabinets,
  id text not null,
  at timestamptz not null,
  primary key (cabinet_id, id)
);
call build_wall('google_notices');

-- Applying a saved design to all issued cards: once per Moscow day.
create table card_updates (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  moscow_day date not null,
  template_id uuid not null,
  state text not null check (state in ('queue', 'in_progress', 'done')),
  total int not null,
  done int not null default 0,
  after_pass uuid,
  created_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint card_updates_once_a_day unique (cabinet_id, moscow_day),
  foreign key (cabinet_id, template_id) references templates on delete cascade
);
call build_wall('card_updates');
