-- Since when a business is an agent: the nightly proof expects nothing of the time before it. Older processes leave
-- it out.
alter table cabinets add column agent_since timestamptz;
update cabinets set agent_since = now() where is_agent;

-- What a business that came with the code of an agent has paid, or was given back, and the agent's share of it. Written
-- with the movement of the ledger, whose number it has.
create table partner_reports (
  cabinet_id bigint not null references cabinets,
  no bigint not null,
  agent_id bigint not null references cabinets,
  -- The payment, as the ledger names it.
  source text not null,
  base_minor bigint not null check (base_minor <> 0),
  share_minor bigint not null,
  at timestamptz not null,
  -- Held until then.
  due_at timestamptz not null,
  primary key (cabinet_id, no)
);
create index partner_reports_source on partner_reports (cabinet_id, source);
call build_wall('partner_reports');
revoke update, delete on partner_reports from kartoteka_app;

-- The same in the agent's business, copied by a job: no transaction spans two businesses.
create table partner_shares (
  cabinet_id bigint not null references cabinets,
  child_id bigint not null references cabinets,
  no bigint not null,
  base_minor bigint not null,
  share_minor bigint not null,
  at timestamptz not null,
  due_at timestamptz not null,
  -- With which statement it was paid out; null until it is.
  payout_id uuid,
  primary key (cabinet_id, child_id, no)
);
create index partner_shares_at on partner_shares (cabinet_id, at);
create index partner_shares_due on partner_shares (due_at, cabinet_id) where payout_id is null;
call build_wall('partner_shares');
revoke delete, update on partner_shares from kartoteka_app;
grant update (payout_id) on partner_shares to kartoteka_app;
create policy operator on partner_shares for select to kartoteka_operator using (true);
grant select on partner_shares to kartoteka_operator;

-- The nightly proof: reports and shares say the same as the ledger.
create policy scheduler on partner_reports for select to kartoteka_scheduler using (true);
create policy scheduler on partner_shares for select to kartoteka_scheduler using (true);
create policy scheduler on partner_spending for select to kartoteka_scheduler using (true);
grant select on partner_reports, partner_shares, partner_spending to kartoteka_scheduler;
grant select (event, at, reference) on transactions to kartoteka_scheduler;
grant select (promo_code, referral_code, is_agent, agent_since, created_at) on cabinets to kartoteka_scheduler;

-- What was paid out to an agent at once. `batch_id` is of the operator's request, so a repeated one pays nothing twice.
create table payouts (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  batch_id uuid not null,
  year int not null,
  no int not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null,
  operator_id uuid not null,
  reason text not null,
  lang text not null,
  -- The statement: what it is about and how it reads, as it was made.
  facts jsonb not null,
  paper jsonb not null,
  primary key (cabinet_id, id),
  constraint payouts_batch unique (cabinet_id, batch_id),
  constraint payouts_number unique (cabinet_id, year, no)
);
create index payouts_order on payouts (year, no);
call build_wall('payouts');
revoke update, delete on payouts from kartoteka_app;
create policy operator on payouts for select to kartoteka_operator using (true);
grant select on payouts to kartoteka_operator;
alter table paper_numbers drop constraint paper_numbers_series_check;
alter table paper_numbers add constraint paper_numbers_series_check
  check (series in ('bill', 'act', 'payout')) not valid;
