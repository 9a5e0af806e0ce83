-- Cards that come later: whether filled forms give cards at once, who waits for a card, and the runs that send links.
-- No row: cards are given at once.
create table card_issuing (
  cabinet_id bigint primary key references cabinets,
  is_paused boolean not null,
  -- The day that the form promises; null: none.
  expected_on date,
  changed_at timestamptz not null
);
call build_wall('card_issuing');

create table preorder_runs (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  prefers text not null check (prefers in ('sms', 'email')),
  state text not null check (state in ('running', 'done', 'stopped')),
  -- Why it stopped.
  why text,
  total int not null,
  started_at timestamptz not null,
  -- It waits until then: the SMS of the day are used up, or the provider is away.
  resumes_at timestamptz,
  ended_at timestamptz,
  primary key (cabinet_id, id)
);
create unique index preorder_runs_one on preorder_runs (cabinet_id) where state = 'running';
create index preorder_runs_latest on preorder_runs (cabinet_id, started_at desc);
call build_wall('preorder_runs');

create table preorders (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  asked_at timestamptz not null,
  -- Digest of the address that the client gave; a stranger who knows the number may have given another one later.
  email_digest bytea,
  -- `taken`: the client got the card at the form. `unsure`: the SMS may have left, nobody knows.
  state text not null check (state in ('waiting', 'queued', 'sending', 'sent', 'taken', 'unsure', 'failed')),
  run_id uuid,
  channel text check (channel in ('sms', 'email')),
  -- Why SMS is no way to this client.
  sms_failure text,
  tries int not null default 0,
  -- Not before: the provider was away, or the limit of SMS was reached.
  next_at timestamptz,
  changed_at timestamptz not null,
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade,
  foreign key (cabinet_id, run_id) references preorder_runs
);
create index preorders_state on preorders (cabinet_id, state, asked_at);
create index preorders_run on preorders (cabinet_id, run_id, state);
call build_wall('preorders');
