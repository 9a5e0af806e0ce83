-- What programs of the business report about a client: a purchase, a visit. Kept until the client is erased or somebody
-- deletes it.
create table external_events (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- Null: an event without an amount, which is not the same as an amount of zero.
  amount_minor bigint,
  text text not null,
  source text not null,
  -- The sender's own id: an event that is sent again is the same event.
  sender_id text not null,
  received_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint external_events_once unique (cabinet_id, source, sender_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
-- A page of one client is read from here in its order, however many events there are.
create index external_events_client on external_events (cabinet_id, client_id, at desc, id desc);
call build_wall('external_events');
