-- Further limits of a tariff; an archived tariff keeps its cabinets and accepts no new ones.
alter table tariffs
  add column is_archived boolean not null default false,
  -- A slot is a block of more cards; null where none can be had.
  add column slot_price_minor bigint,
  add column geo_points int not null default 0,
  add column beacons int not null default 0,
  add column api_per_hour int not null default 100,
  add column api_per_second int not null default 1;
update tariffs set geo_points = 1 where key = 'demo';
update tariffs set slot_price_minor = 1000, geo_points = 10, api_per_hour = 1000, api_per_second = 2 where key = 'base';
update tariffs set slot_price_minor = 800, geo_points = 10, api_per_hour = 5000, api_per_second = 5
  where key = 'advanced';
update tariffs set slot_price_minor = 600, geo_points = 10, beacons = 10, api_per_hour = 20000, api_per_second = 10
  where key = 'expert';

alter table cabinets
  add column slots int not null default 0,
  -- Number of the latest row of the ledger: it rises together with the balance, in one statement.
  add column ledger_no bigint not null default 0,
  -- The Moscow day whose charge has been looked at; an account is charged once a day or not at all.
  add column charged_on date,
  -- The referral code that others enter when they sign up; null until a user of the cabinet asks for it.
  add column referral_code text constraint cabinets_referral_code unique,
  -- The referral code that its owner signed up with, normalised.
  add column promo_code text not null default '';
create index cabinets_promo_code on cabinets (promo_code, id) where promo_code <> '';
create index cabinets_to_charge on cabinets (tariff_key, id);
create index users_promo_code on users (upper(promo_code), created_at) where promo_code <> '';

-- Owners who signed up before cabinets kept the code. No cabinet is open in a migration, so row level security is off
-- for one statement.
alter table accesses no force row level security;
update cabinets set promo_code = upper(users.promo_code) from accesses join users on users.id = accesses.user_id
  where accesses.cabinet_id = cabinets.id and accesses.role = 'owner' and users.promo_code <> '';
alter table accesses force row level security;

-- The ledger, in the order of booking. Rows are added, never changed.
create table transactions (
  cabinet_id bigint not null references cabinets,
  no bigint not null,
  event text not null check (event in ('opening', 'top_up', 'bonus', 'tariff', 'correction')),
  amount_minor bigint not null check (amount_minor <> 0),
  -- The balance after it.
  balance_minor bigint not null,
  at timestamptz not null,
  tariff_key text references tariffs,
  slots int,
  -- What it was booked for, unique: the day of a charge, the number of a payment.
  reference text,
  note text not null default '',
  primary key (cabinet_id, no),
  constraint transactions_reference unique (cabinet_id, event, reference)
);
create index transactions_at on transactions (cabinet_id, at);
insert into transactions (cabinet_id, no, event, amount_minor, balance_minor, at)
  select id, 1, 'opening', balance_minor, balance_minor, now() from cabinets where balance_minor <> 0;
update cabinets set ledger_no = 1 where balance_minor <> 0;
call build_wall('transactions');
revoke update, delete on transactions from kartoteka_app;

-- What cabinets referred by a partner have spent. A job copies it here, so that no cabinet reads another's ledger.
create table partner_spending (
  cabinet_id bigint not null references cabinets,
  child_id bigint not null references cabinets,
  -- Number of the row in the child's ledger.
  no bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  primary key (cabinet_id, child_id, no)
);
create index partner_spending_at on partner_spending (cabinet_id, at);
call build_wall('partner_spending');

-- Users who signed up and have no cabinet yet, for the partner's list.
create policy scheduler on accesses for select to kartoteka_scheduler using (true);
grant select (user_id) on accesses to kartoteka_scheduler;
grant select (id, name, surname, email, email_verified_at, phone, created_at) on users to kartoteka_scheduler;
