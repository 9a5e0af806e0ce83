-- Amounts are in minor units, discounts in hundredths of a percent, phone numbers in E.164.
create table clients (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null default '',
  surname text not null default '',
  middlename text not null default '',
  birthday date,
  sex text check (sex in ('male', 'female')),
  email text not null default '',
  tel text not null default '',
  balance_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  discount_hundredths int not null default 0,
  promo_code text not null default '',
  card_number bigint not null,
  card_track text not null default '',
  extra jsonb not null default '{}',
  template_id uuid not null,
  form_id uuid,
  lang text not null default 'en',
  consent_at timestamptz,
  consent_text_hash bytea,
  consent_ip text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text generated always as (
    lower(name || ' ' || surname || ' ' || middlename || ' ' || email || ' ' || tel || ' '
      || lpad(card_number::text, 6, '0'))
  ) stored,
  primary key (cabinet_id, id),
  constraint clients_template foreign key (cabinet_id, template_id) references templates,
  constraint clients_form foreign key (cabinet_id, form_id) references forms on delete set null (form_id),
  constraint clients_card_number unique (cabinet_id, card_number)
);
-- The same phone is the same client.
create unique index clients_tel on clients (cabinet_id, tel) where tel <> '';
create index clients_created on clients (cabinet_id, created_at desc, id desc);
create index clients_template_created on clients (cabinet_id, template_id, created_at desc);
create index clients_search on clients using gin (cabinet_id, search_text gin_trgm_ops);
call build_wall('clients');

create table balance_events (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  client_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('balance', 'bonus', 'discount')),
  delta bigint not null,
  after bigint not null,
  source text not null check (source in ('cabinet', 'form', 'crm', 'demo')),
  by_user uuid,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index balance_events_client on balance_events (cabinet_id, client_id, at desc, id desc);
call build_wall('balance_events');

-- A form submitted twice gives one client: the page carries a token, and the second submission finds it here.
create table form_submissions (
  cabinet_id bigint not null references cabinets,
  token text not null,
  client_id uuid not null,
  created_at timestamptz not null,
  primary key (cabinet_id, token),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
call build_wall('form_submissions');
