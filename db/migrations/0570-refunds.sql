-- What was given back of a payment. `source` names the payment as the ledger does: `robokassa/1000001`,
-- `bill/2026-000041`. `refund_key` is the provider's or the bank's own number of the refund.
create table refunds (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  source text not null,
  refund_key text not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  operator_id uuid not null,
  reason text not null,
  primary key (cabinet_id, id),
  constraint refunds_key unique (cabinet_id, refund_key)
);
create index refunds_source on refunds (cabinet_id, source);
create index refunds_of_all on refunds (source);
call build_wall('refunds');
revoke update, delete on refunds from kartoteka_app;
create policy operator on refunds for select to kartoteka_operator using (true);
grant select on refunds to kartoteka_operator;

-- A refund of the provider is booked once in the whole installation.
create table booked_refunds (
  key text primary key,
  booked_in bigint not null references cabinets,
  at timestamptz not null
);
alter table booked_refunds enable row level security;
alter table booked_refunds force row level security;
create policy inside on booked_refunds to kartoteka_app using (
  booked_in = (select nullif(current_setting('app.cabinet', true), '')::bigint)
);
grant select, insert on booked_refunds to kartoteka_app;

-- The operator sees the card payments of a business, to book what was given back of one.
create policy operator on payments for select to kartoteka_operator using (true);
grant select on payments to kartoteka_operator;

-- Who made a bill gets the receipt.
alter table bills add column made_by uuid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'integration_failed', 'sms_failed', 'changing_tariff', 'tariff_time_limit', 'tariff_of_cards_limit',
  'tariff_certificate_expires', 'api_request_limit', 'balance_ends', 'push_failed', 'google_review', 'bill_paid',
  'money_returned')) not valid;
