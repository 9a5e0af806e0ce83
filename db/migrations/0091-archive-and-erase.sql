-- Out of the daily work, and can be brought back. A client who was erased stays as a row without a person.
alter table clients add column archived_at timestamptz;
alter table clients add column erased_at timestamptz;
create index clients_archived on clients (cabinet_id, archived_at) where archived_at is not null;

-- The card is withdrawn: phones draw it as void, and its page is closed.
alter table passes add column voided_at timestamptz;
create index passes_voided on passes (cabinet_id, voided_at) where voided_at is not null;

-- Proof of each erasure: who, when, what. Nothing in it says who the person was.
create table client_erasures (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  card_number bigint not null,
  at timestamptz not null,
  by_user uuid,
  reason text not null,
  -- How many things of each kind were removed or emptied.
  done jsonb not null,
  primary key (cabinet_id, id),
  constraint client_erasures_once unique (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index client_erasures_at on client_erasures (cabinet_id, at desc, id desc);
call build_wall('client_erasures');
grant select (cabinet_id, voided_at) on passes to kartoteka_scheduler;
create policy scheduler on passes for select to kartoteka_scheduler using (true);
