-- Modules that a cabinet has turned on, and what their promo codes have given to which clients.
create table cabinet_modules (
  cabinet_id bigint not null references cabinets,
  id text not null check (id in ('welcome', 'referral')),
  is_active boolean not null default false,
  -- When it was switched on last.
  since timestamptz,
  version int not null default 0,
  primary key (cabinet_id, id)
);
call build_wall('cabinet_modules');

create table promos (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  module text not null,
  code text not null,
  -- As it is looked up: upper and lower case are equal.
  code_key text not null,
  bonus_minor bigint not null,
  inviter_minor bigint not null,
  invited_minor bigint not null,
  max int,
  starts_on date not null,
  ends_on date check (ends_on > starts_on),
  used int not null default 0,
  created_at timestamptz not null,
  -- What it has given stays in the histories.
  removed_at timestamptz,
  primary key (cabinet_id, id),
  foreign key (cabinet_id, module) references cabinet_modules
);
create unique index promos_code on promos (cabinet_id, code_key) where module = 'welcome' and removed_at is null;
create index promos_module on promos (cabinet_id, module, created_at);
call build_wall('promos');

-- The primary key is the rule: a code gives its bonus to a client once.
create table promo_uses (
  cabinet_id bigint not null references cabinets,
  promo_id uuid not null,
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  bonus_minor bigint not null,
  primary key (cabinet_id, promo_id, client_id),
  foreign key (cabinet_id, promo_id) references promos,
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index promo_uses_client on promo_uses (cabinet_id, client_id, at desc);
call build_wall('promo_uses');

-- Who was invited by whom. A client can be invited once, when the card is issued.
create table client_invitations (
  cabinet_id bigint not null references cabinets,
  invited_id uuid not null,
  inviter_id uuid not null,
  promo_id uuid not null,
  at timestamptz not null,
  inviter_minor bigint not null,
  invited_minor bigint not null,
  -- False when the inviter had reached the limit of invitations.
  is_accrued boolean not null,
  primary key (cabinet_id, invited_id),
  foreign key (cabinet_id, invited_id) references clients on delete cascade,
  foreign key (cabinet_id, inviter_id) references clients on delete cascade,
  foreign key (cabinet_id, promo_id) references promos
);
create index client_invitations_inviter on client_invitations (cabinet_id, inviter_id, at desc);
call build_wall('client_invitations');

-- A client's own code for friends: eight characters that cannot be mistaken for one another.
create function new_invite_code() returns text language sql volatile as $$
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 8)
$$;
alter table clients add column invite_code text not null default new_invite_code();
create unique index clients_invite_code on clients (cabinet_id, invite_code);

alter table balance_events drop constraint balance_events_source_check;
alter table balance_events add constraint balance_events_source_check
  check (source in ('cabinet', 'form', 'crm', 'demo', 'promo'));
