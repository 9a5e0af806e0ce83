-- Bonus money apart from real money. The event of a movement names the account it goes against: what came in was paid
-- (top_up) or given (bonus), what went out was for days of a plan (tariff), blocks of cards (slot), SMS, modules,
-- a refund or a partner's share.
alter table cabinets add column bonus_minor bigint not null default 0;
alter table transactions add column bonus_minor bigint not null default 0;
alter table transactions drop constraint transactions_event_check;
alter table transactions add constraint transactions_event_check check (event in ('opening', 'top_up', 'bonus',
  'tariff', 'slot', 'sms', 'module', 'correction', 'refund', 'partner_share'));
grant select (bonus_minor, ledger_no) on cabinets to kartoteka_scheduler;

-- What was spent since a bonus came in was spent from the bonus first. The owner of the tables sees no row behind the
-- walls.
alter table transactions no force row level security;
alter table cabinets no force row level security;
do $$
declare
  row record;
  spent bigint;
  pool bigint := 0;
  of_cabinet bigint := -1;
begin
  for row in
    select cabinet_id, no, event, amount_minor from transactions
      where cabinet_id in (select cabinet_id from transactions where event = 'bonus') order by cabinet_id, no
  loop
    if row.cabinet_id <> of_cabinet then
      pool := 0;
      of_cabinet := row.cabinet_id;
    end if;
    spent := case when row.amount_minor < 0 then greatest(row.amount_minor, -pool)
      when row.event = 'bonus' then row.amount_minor else 0 end;
    pool := pool + spent;
    if spent <> 0 then
      update transactions set bonus_minor = spent where cabinet_id = row.cabinet_id and no = row.no;
      update cabinets set bonus_minor = pool where id = row.cabinet_id;
    end if;
  end loop;
end $$;
alter table transactions force row level security;
alter table cabinets force row level security;

-- Every night the sum of all postings is compared with the balances.
create policy scheduler on transactions for select to kartoteka_scheduler using (true);
grant select (cabinet_id, no, amount_minor, bonus_minor) on transactions to kartoteka_scheduler;
create table ledger_checks (
  id uuid primary key,
  at timestamptz not null,
  cabinets bigint not null,
  -- Real money and bonus money of all cabinets together.
  money_minor bigint not null,
  bonus_minor bigint not null,
  -- Cabinets whose postings do not add up, a few of them by number.
  differing bigint not null,
  examples bigint[] not null
);
create index ledger_checks_at on ledger_checks (at);
grant select, insert, delete on ledger_checks to kartoteka_scheduler;
grant select on ledger_checks to kartoteka_operator;
