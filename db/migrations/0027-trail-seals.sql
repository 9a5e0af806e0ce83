-- Seals of the audit log: every few minutes new rows are sealed, each seal including the previous one, so that
-- changing, removing or inserting a row later breaks a seal. Only the scheduler adds seals; no role may change them.
create table audit_seals (
  number bigint primary key check (number > 0),
  sealed_at timestamptz not null,
  rows int not null check (rows > 0),
  mac text not null
);
create table audit_sealed (
  row_id uuid primary key references audit_log,
  seal bigint not null references audit_seals
);
create index audit_sealed_seal on audit_sealed (seal);
create table audit_checks (
  id uuid primary key,
  at timestamptz not null,
  rows bigint not null,
  fault text check (fault in ('seal_missing', 'rows_changed', 'rows_added')),
  -- The first broken seal.
  seal bigint
);
create index audit_checks_at on audit_checks (at);
grant select, insert on audit_seals, audit_sealed, audit_checks to kartoteka_scheduler;
grant select on audit_checks to kartoteka_operator;
