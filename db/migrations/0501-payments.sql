-- Card payments: what was asked for, and what became of it.
create table payments (
  cabinet_id bigint not null references cabinets,
  -- The number at the provider: one shop serves all cabinets, so no two have the same. High, because the shop may have
  -- orders of another seller already, who has counted from 1.
  id integer not null generated always as identity (start with 1000001),
  provider text not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'cancelled', 'expired', 'failed')),
  -- What is credited, and the fee that the payer pays on top.
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  -- For so many months of the plan, with what comes on top when it is paid.
  months int,
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  is_test boolean not null,
  -- Who pays, and in which language the receipt is.
  user_id uuid not null,
  lang text not null,
  cid text not null,
  ga_cid text not null,
  created_at timestamptz not null,
  -- The payment page is open until then.
  ends_at timestamptz not null,
  -- When the provider is asked next; null once there is nothing to ask.
  ask_at timestamptz,
  finished_at timestamptz,
  primary key (cabinet_id, id)
);
create index payments_ask on payments (ask_at) where ask_at is not null;
call build_wall('payments');
create policy scheduler on payments for select to kartoteka_scheduler using (true);
grant select (cabinet_id, id, ask_at) on payments to kartoteka_scheduler;

-- Our shop at a provider, one for the installation. The passwords are encrypted.
create table payment_settings (
  provider text primary key,
  version int not null,
  login text not null,
  hash text not null,
  is_test boolean not null,
  sealed bytea not null
);
grant select, insert, update on payment_settings to kartoteka_app;

-- Calls in the name of a provider that credited nothing, for the operator.
create table payment_refusals (
  id uuid primary key,
  at timestamptz not null,
  provider text not null,
  reason text not null,
  invoice text not null,
  ip text not null
);
create index payment_refusals_at on payment_refusals (at);
grant insert on payment_refusals to kartoteka_app;
grant select on payment_refusals to kartoteka_operator;
grant select (at), delete on payment_refusals to kartoteka_scheduler;
