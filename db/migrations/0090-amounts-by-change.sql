-- Why an amount was changed, and where: the till, the shop, the cashier.
alter table balance_events add column reason text not null default '';
alter table balance_events add column till text not null default '';
-- There are more sources now, and the server alone writes them.
alter table balance_events drop constraint balance_events_source_check;

-- Requests that carry a key: one that is sent again changes nothing more.
create table client_requests (
  cabinet_id bigint not null references cabinets,
  key text not null,
  -- Hash of what was asked: the same key with another question is refused.
  asked bytea not null,
  client_id uuid not null,
  -- Row of the history that the request has made.
  event_id uuid,
  created_at timestamptz not null,
  primary key (cabinet_id, key),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index client_requests_created on client_requests (cabinet_id, created_at);
create index client_requests_client on client_requests (cabinet_id, client_id);
call build_wall('client_requests');
