-- Whom bills are from: one row, the operator's own details. Each bill and act keeps a copy.
create table bill_supplier (
  is_one boolean primary key default true check (is_one),
  details jsonb not null,
  version int not null,
  updated_at timestamptz not null
);
alter table bill_supplier enable row level security;
alter table bill_supplier force row level security;
create policy inside on bill_supplier for select to kartoteka_app using (
  (select coalesce(nullif(current_setting('app.cabinet', true), ''), '0') <> '0')
);
create policy operator on bill_supplier to kartoteka_operator using (true);
create policy scheduler on bill_supplier for select to kartoteka_scheduler using (true);
grant select on bill_supplier to kartoteka_app;
grant select on bill_supplier to kartoteka_scheduler;
grant select, insert, update on bill_supplier to kartoteka_operator;

-- The last number of each series and year. It is raised in the transaction that uses the number, so none is left out.
create table paper_numbers (
  series text not null check (series in ('bill', 'act')),
  year int not null,
  last int not null,
  primary key (series, year)
);
alter table paper_numbers enable row level security;
alter table paper_numbers force row level security;
create policy inside on paper_numbers to kartoteka_app using (
  (select coalesce(nullif(current_setting('app.cabinet', true), ''), '0') <> '0')
);
grant select, insert, update on paper_numbers to kartoteka_app;

create table bills (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  year int not null,
  no int not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- Booked so far: the sum of its payments.
  paid_minor bigint not null default 0,
  created_at timestamptz not null,
  due_on date not null,
  cancelled_at timestamptz,
  lang text not null,
  -- What it is about, who pays it and whom it is from, and how it reads, as it was made.
  facts jsonb not null,
  paper jsonb not null,
  primary key (cabinet_id, id),
  constraint bills_number unique (cabinet_id, year, no)
);
create index bills_order on bills (year, no);
call build_wall('bills');
revoke update, delete on bills from kartoteka_app;
grant update (paid_minor, cancelled_at) on bills to kartoteka_app;
create policy operator on bills for select to kartoteka_operator using (true);
grant select on bills to kartoteka_operator;

-- What was booked for a bill. `key` is unique for a bill, and the reference of the movement in the ledger.
create table bill_payments (
  cabinet_id bigint not null,
  bill_id uuid not null,
  key text not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  operator_id uuid not null,
  reason text not null,
  primary key (cabinet_id, bill_id, key),
  foreign key (cabinet_id, bill_id) references bills
);
call build_wall('bill_payments');
revoke update, delete on bill_payments from kartoteka_app;
create policy operator on bill_payments for select to kartoteka_operator using (true);
grant select on bill_payments to kartoteka_operator;

-- Lines of bank statements that are booked. A line is booked once in the whole installation.
create table booked_lines (
  key text primary key,
  booked_in bigint not null references cabinets,
  bill_id uuid not null,
  at timestamptz not null
);
alter table booked_lines enable row level security;
alter table booked_lines force row level security;
create policy inside on booked_lines to kartoteka_app using (
  booked_in = (select nullif(current_setting('app.cabinet', true), '')::bigint)
);
grant select, insert on booked_lines to kartoteka_app;
create policy operator on booked_lines for select to kartoteka_operator using (true);
grant select on booked_lines to kartoteka_operator;

-- One act for each closed month with spending. Acts are added, never changed.
create table acts (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  -- Its first day.
  month date not null,
  year int not null,
  no int not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null,
  lang text not null,
  facts jsonb not null,
  paper jsonb not null,
  primary key (cabinet_id, id),
  constraint acts_month unique (cabinet_id, month),
  constraint acts_number unique (cabinet_id, year, no)
);
call build_wall('acts');
revoke update, delete on acts from kartoteka_app;

-- Up to which month acts have been looked for.
create table act_rounds (
  cabinet_id bigint primary key references cabinets,
  through date not null
);
call build_wall('act_rounds');
create policy scheduler on act_rounds for select to kartoteka_scheduler using (true);
grant select on act_rounds to kartoteka_scheduler;
