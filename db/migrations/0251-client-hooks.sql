-- The address of a business to which changed clients are sent: a reader of the feed of changes with a place of its own.
create table client_hooks (
  cabinet_id bigint primary key references cabinets,
  id uuid not null,
  url text not null,
  -- Signs what is sent; encrypted for this row.
  sealed_secret bytea not null,
  -- Place in the feed up to which the address has taken everything.
  place text not null,
  connected_at timestamptz not null,
  -- Clients that were taken.
  sent bigint not null default 0,
  last_sent_at timestamptz,
  -- Of the failures since the last success.
  failures int not null default 0,
  failing_since timestamptz,
  failure text,
  status int,
  -- When it is asked next; null: stopped.
  next_at timestamptz
);
call build_wall('client_hooks');
create index client_hooks_next on client_hooks (next_at) where next_at is not null;
create policy scheduler on client_hooks for select to kartoteka_scheduler using (true);
grant select (cabinet_id, next_at) on client_hooks to kartoteka_scheduler;
