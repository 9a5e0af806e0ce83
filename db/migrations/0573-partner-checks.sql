-- What the nightly comparison of ledgers and agents' figures found, for the operator's page.
create table partner_checks (
  id uuid primary key,
  at timestamptz not null,
  -- Kinds of differences, each with the numbers of some businesses; empty when all agree.
  faults jsonb not null
);
create index partner_checks_at on partner_checks (at);
grant select, insert, delete on partner_checks to kartoteka_scheduler;
grant select on partner_checks to kartoteka_operator;
