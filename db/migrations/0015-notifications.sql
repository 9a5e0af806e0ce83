-- Notices of a cabinet. Each of its users has their own read marks.
-- `notices` rises with every notice; its row lock makes the order of numbers the order of commits.
alter table cabinets add column notices bigint not null default 0;

create table notifications (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  number bigint not null,
  type text not null check (type in (
    'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
    'tariff_certificate_expires', 'api_request_limit'
  )),
  -- Values of the sentence; the sentence itself is rendered in the reader's language.
  detail jsonb not null,
  -- Subject and occasion: raised a second time, the notice is not added again.
  once_key text not null,
  -- When it happened; `created_at` is when it was raised.
  at timestamptz not null,
  created_at timestamptz not null,
  -- Its emails are in the queue.
  mailed_at timestamptz,
  primary key (cabinet_id, id),
  constraint notifications_once unique (cabinet_id, once_key),
  constraint notifications_number unique (cabinet_id, number)
);
create index notifications_age on notifications (cabinet_id, created_at);
call build_wall('notifications');

-- Everything up to this number counts as read: one row per user, however many notices.
create table notification_marks (
  cabinet_id bigint not null references cabinets,
  user_id uuid not null references users on delete cascade,
  read_through bigint not null,
  primary key (cabinet_id, user_id)
);
call build_wall('notification_marks');

-- Notices above the mark that were read one by one.
create table notification_reads (
  cabinet_id bigint not null references cabinets,
  user_id uuid not null references users on delete cascade,
  number bigint not null,
  primary key (cabinet_id, user_id, number),
  foreign key (cabinet_id, number) references notifications (cabinet_id, number) on delete cascade
);
call build_wall('notification_reads');

-- Emails turned off by an unsubscribe link may be turned on by it again; what an owner turned off may not.
alter table accesses add column unsubscribed_at timestamptz;

-- An open event stream is notified immediately when its session or access ends, whatever ended it.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('gone', 'session ' || old.id);
  return null;
end $$;
create trigger tell_session_ended after delete on sessions for each row execute function tell_session_ended();

create function tell_access_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('gone', 'access ' || old.cabinet_id || ' ' || old.user_id);
  return null;
end $$;
create trigger tell_access_ended after delete on accesses for each row execute function tell_access_ended();

-- Uploaded certificates that expire soon, checked once a day.
create policy scheduler on apple_certificates for select to kartoteka_scheduler using (true);
grant select (cabinet_id, id, state, is_test, expires_at) on apple_certificates to kartoteka_scheduler;
