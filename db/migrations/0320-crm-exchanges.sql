-- The last exchanges with a CRM, as its owner may see them: no secrets, no bodies, nothing that names a person.
create table crm_exchanges (
  cabinet_id bigint not null references cabinets,
  -- Sorts by time.
  id text collate "C" not null,
  at timestamptz not null,
  -- What it was for, in our terms.
  verb text not null,
  method text not null,
  path text not null,
  -- Of the response; null: there was none.
  status int,
  -- Why it was no success; null: it was one.
  failure text,
  took_ms int not null,
  -- Which try of the same work it was.
  tries int not null,
  client_id uuid,
  primary key (cabinet_id, id)
);
create index crm_exchanges_failed on crm_exchanges (cabinet_id, id) where failure is not null;
create index crm_exchanges_client on crm_exchanges (cabinet_id, client_id) where client_id is not null;
call build_wall('crm_exchanges');
