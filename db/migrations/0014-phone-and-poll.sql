-- The main phone of a cabinet, confirmed by a code; whether clients may be exported; the version for concurrent saves.
alter table cabinets
  add column phone text,
  add column is_export_allowed boolean not null default true,
  add column general_version int not null default 1;

-- Codes sent by SMS. Only a keyed digest is kept, bound to the cabinet, the user, the phone and the purpose.
create table phone_codes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  purpose text not null,
  phone text not null,
  code_mac text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (cabinet_id, id)
);
create index phone_codes_of on phone_codes (cabinet_id, user_id, purpose, phone, created_at);
call build_wall('phone_codes');

-- What was sent recently, one row for each budget it counts against. Numbers and addresses are digests,
-- across all cabinets: a phone must not ring more often because many cabinets call it.
create table sms_budget (
  key text not null,
  id uuid not null,
  sent_at timestamptz not null,
  primary key (key, id)
);
create index sms_budget_sent on sms_budget (sent_at);
grant select, insert, delete on sms_budget to kartoteka_app;

-- The questionnaire of a cabinet: answers are saved while it is being filled in.
create table polls (
  cabinet_id bigint primary key references cabinets,
  phone text not null default '',
  organization text not null default '',
  site text not null default '',
  activity_area text,
  client_base text,
  crm text not null default '',
  loyalty_type text,
  goals text[] not null default '{}',
  updated_at timestamptz not null,
  finished_at timestamptz
);
call build_wall('polls');
