-- What a wallet has not accepted yet, and when it is asked again: a phone (Apple) or a card (Google). No row: nothing
-- is owed. A phone's push has no content, so one row is enough, however many changes it waits for.
create table wallet_retries (
  cabinet_id bigint not null references cabinets,
  wallet text not null check (wallet in ('apple', 'google')),
  -- The registration at Apple, the card at Google.
  id uuid not null,
  pass_id uuid not null,
  registration_id uuid,
  reason text not null check (reason in ('unreachable', 'throttled', 'refused', 'bad_token')),
  -- Failures in a row for this reason.
  tries int not null,
  since timestamptz not null,
  next_at timestamptz not null,
  primary key (cabinet_id, wallet, id),
  foreign key (cabinet_id, pass_id) references passes on delete cascade,
  foreign key (cabinet_id, registration_id) references registrations on delete cascade,
  check ((registration_id is not null) = (wallet = 'apple'))
);
create index wallet_retries_pass on wallet_retries (cabinet_id, pass_id);
create index wallet_retries_registration on wallet_retries (cabinet_id, registration_id);
create index wallet_retries_next on wallet_retries (next_at);
call build_wall('wallet_retries');
create policy scheduler on wallet_retries for select to kartoteka_scheduler using (true);
grant select (cabinet_id, wallet, next_at) on wallet_retries to kartoteka_scheduler;

-- Certificates that Apple refuses: nothing is sent with them but one push now and then, to see whether it is over.
create table apple_refusals (
  cabinet_id bigint not null references cabinets,
  certificate_id uuid not null,
  reason text not null,
  since timestamptz not null,
  tries int not null,
  probe_at timestamptz not null,
  primary key (cabinet_id, certificate_id),
  foreign key (cabinet_id, certificate_id) references apple_certificates on delete cascade
);
call build_wall('apple_refusals');

-- A message in each wallet of its card; null: the card was not in that wallet when the message was written.
alter table client_messages
  add column apple text check (apple in ('queued', 'sent', 'not_sent', 'unknown')),
  add column google text check (google in ('queued', 'sent', 'not_sent', 'unknown')),
  -- Counted as waiting in its run: the run went on without it.
  add column is_waiting boolean not null default false;
create index client_messages_queued on client_messages (cabinet_id, pass_id)
  where apple = 'queued' or google = 'queued';

create function message_state(apple text, google text) returns text language sql immutable as $$
  select case when 'sent' in (apple, google) then 'sent' when 'queued' in (apple, google) then 'queued'
    when 'unknown' in (apple, google) then 'unknown' else 'not_sent' end
$$;

alter table push_runs add column waiting int not null default 0;
