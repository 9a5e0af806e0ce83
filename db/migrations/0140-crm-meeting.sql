-- Two bases that meet: what the owner has decided, and what each side had when they were last compared.
alter table integrations
  add column policy jsonb not null default '{"balance": "larger", "bonus": "larger", "discount": "larger"}',
  -- When the owner let the exchange begin; null: nothing is written there or taken over here.
  add column begun_at timestamptz,
  -- The look-up of clients before the exchange begins.
  add column look_state text not null default 'none' check (look_state in ('none', 'running', 'done', 'failed')),
  add column looked int not null default 0;

-- What has been exchanged already goes on.
update integrations set begun_at = created_at where last_write_at is not null or last_read_at is not null;

alter table crm_clients
  -- What the CRM has, as last seen, with what was sent and arrived; null: it has no such amount.
  add column their_tel text,
  add column their_balance bigint,
  add column their_bonus bigint,
  add column their_discount int,
  -- Since when these are what both sides count from.
  add column met_at timestamptz,
  -- What the look-up found.
  add column match text check (match in ('same', 'none', 'doubt')),
  add column doubt text,
  -- A request to add the client may have arrived.
  add column is_creating boolean not null default false,
  -- Amounts on their way: sent again with the same id until the CRM has answered.
  add column operation_id uuid,
  add column operation_balance bigint,
  add column operation_bonus bigint,
  -- By the clock of the database: an answer to an earlier request is out of date.
  add column exchanged_at timestamptz,
  -- An answer was out of date: read this client again.
  add column is_stale boolean not null default false,
  -- Digest of the names and contacts that the CRM has from us.
  add column written_digest bytea;
