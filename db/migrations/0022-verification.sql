-- The SMS provider of a cabinet, one at a time. Its keys are sealed.
create table sms_providers (
  cabinet_id bigint primary key references cabinets,
  sms_type text not null,
  login text not null,
  sealed_password bytea,
  sealed_api_key bytea,
  sms_from text not null,
  saved_at timestamptz not null,
  -- Why the latest SMS was refused, and how many in a row were.
  failure text,
  failed_at timestamptz,
  failures int not null default 0
);
call build_wall('sms_providers');

create table sms_texts (
  cabinet_id bigint primary key references cabinets,
  link_text text not null,
  daily_limit int not null
);
call build_wall('sms_texts');

-- SMS sent through the provider. Only the beginning and end of a number are kept.
create table sms_log (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  at timestamptz not null,
  purpose text not null check (purpose in ('code', 'link', 'test')),
  sms_type text not null,
  phone text not null,
  state text not null check (state in ('sending', 'sent', 'unknown', 'refused')),
  failure text,
  vendor_id text,
  primary key (cabinet_id, id)
);
create index sms_log_at on sms_log (cabinet_id, at desc);
call build_wall('sms_log');

-- Codes by which visitors of a form confirm their phone. Only a keyed digest is kept, bound to the form and the phone.
create table form_codes (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  form_id uuid not null,
  phone text not null,
  code_mac text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, form_id) references forms (cabinet_id, id) on delete cascade
);
create index form_codes_of on form_codes (cabinet_id, form_id, phone, created_at);
call build_wall('form_codes');
