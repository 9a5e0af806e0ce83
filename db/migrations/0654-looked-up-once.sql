-- What the look-up before a first exchange found, and what the client had here at that moment: the preview compares
-- both sides as of one look. It has a table of its own, which an exchange never writes. How many there are of each
-- kind, and their sums, are kept where the rows change, as 0553-birth-counts.sql keeps the months: a preview reads a
-- hundred rows, whatever rules are tried, and nobody waits for another one.
create table crm_looked (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  match text not null check (match in ('same', 'none', 'doubt')),
  doubt text,
  our_balance bigint not null,
  our_bonus bigint not null,
  our_discount int not null,
  -- Null: the CRM has no such amount.
  their_balance bigint,
  their_bonus bigint,
  their_discount int,
  -- Of the client, whose latest are shown first.
  added_at timestamptz not null,
  -- Out of the archive.
  is_present boolean not null default true,
  -- In doubt, with other amounts there, with the same.
  shown_as smallint not null generated always as (case
    when match = 'doubt' then 0
    when their_balance <> our_balance or their_bonus <> our_bonus or their_discount <> our_discount then 1
    else 2 end) stored,
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
call build_wall('crm_looked');
create index crm_looked_shown on crm_looked (cabinet_id, shown_as, added_at desc, client_id desc) where is_present;

create table crm_looked_sums (
  cabinet_id bigint not null references cabinets,
  id bigint generated always as identity,
  -- Put together already.
  is_sum boolean not null default false,
  match text not null,
  -- How ours are to theirs, see relation_of; null for those who are not in both.
  balance text,
  bonus text,
  discount text,
  clients int not null,
  our_balance bigint not null,
  our_bonus bigint not null,
  their_balance bigint not null,
  their_bonus bigint not null,
  primary key (cabinet_id, id)
);
call build_wall('crm_looked_sums');
create index crm_looked_sums_single on crm_looked_sums (cabinet_id) where not is_sum;
create policy scheduler on crm_looked_sums for select to kartoteka_scheduler using (true);
grant select (cabinet_id, is_sum) on crm_looked_sums to kartoteka_scheduler;

-- What a rule makes of an amount depends on this alone. Alone and below zero it is less than nothing there.
create function relation_of(ours bigint, theirs bigint) returns text language sql immutable return
  case when theirs > ours then 'less' when theirs = ours then 'equal' when theirs < ours then 'more'
    when ours < 0 then 'owed' else 'alone' end;

-- 1: the rows are added; -1: they are taken off.
create function sum_up_looked() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  sign int := tg_argv[0];
begin
  insert into crm_looked_sums (cabinet_id, match, balance, bonus, discount, clients, our_balance, our_bonus,
    their_balance, their_bonus)
  select cabinet_id, match, balance, bonus, discount, sign * count(*), sign * sum(our_balance), sign * sum(our_bonus),
    sign * sum(their_balance), sign * sum(their_bonus)
  from (
    select cabinet_id, match, relation_of(our_balance, their_balance) as balance,
      relation_of(our_bonus, their_bonus) as bonus, relation_of(our_discount, their_discount) as discount,
      our_balance, our_bonus, coalesce(their_balance, 0) as their_balance, coalesce(their_bonus, 0) as their_bonus
    from changed where is_present and match = 'same'
    union all
    select cabinet_id, match, null, null, null, 0, 0, 0, 0 from changed where is_present and match <> 'same'
  ) one group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger add_looked after insert on crm_looked referencing new table as changed
  for each statement execute function sum_up_looked('1');
create trigger take_off_looked after delete on crm_looked referencing old table as changed
  for each statement execute function sum_up_looked('-1');
create trigger take_off_changed_looked after update on crm_looked referencing old table as changed
  for each statement execute function sum_up_looked('-1');
create trigger add_changed_looked after update on crm_looked referencing new table as changed
  for each statement execute function sum_up_looked('1');

-- Who is put into the archive while a preview is shown is not in it.
create function keep_looked_present() returns trigger
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  update crm_looked set is_present = new.archived_at is null
  where cabinet_id = new.cabinet_id and client_id = new.id and is_present is distinct from (new.archived_at is null);
  return null;
end $$;
create trigger keep_looked_present after update of archived_at on clients
  for each row when ((old.archived_at is null) is distinct from (new.archived_at is null))
  execute function keep_looked_present();

-- Looks that were made before, with what the clients have now. No cabinet is open in a migration, so row level security
-- is off for this statement.
alter table integrations no force row level security;
alter table clients no force row level security;
alter table crm_clients no force row level security;
alter table crm_looked no force row level security;
alter table crm_looked_sums no force row level security;
insert into crm_looked (cabinet_id, client_id, match, doubt, our_balance, our_bonus, our_discount, their_balance,
  their_bonus, their_discount, added_at, is_present)
select cc.cabinet_id, cc.client_id, cc.match, cc.doubt, c.balance_minor, c.bonus_minor, c.discount_hundredths,
  cc.their_balance, cc.their_bonus, cc.their_discount, c.created_at, c.archived_at is null
from integrations i
join crm_clients cc on cc.cabinet_id = i.cabinet_id and cc.match is not null
join clients c on c.cabinet_id = cc.cabinet_id and c.id = cc.client_id
where i.begun_at is null;
alter table integrations force row level security;
alter table clients force row level security;
alter table crm_clients force row level security;
alter table crm_looked force row level security;
alter table crm_looked_sums force row level security;
