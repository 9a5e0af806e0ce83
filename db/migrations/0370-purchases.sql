-- Purchases are events with a document of their own: a refund names its sale, a document may be taken back, and points
-- that were given for it stay with it. Defaults fit what programs reported before, and what older processes insert.
alter table external_events add column refund_of text;
alter table external_events add column is_void boolean not null default false;
-- Of a sale: what its refunds have given back.
alter table external_events add column returned_minor bigint not null default 0;
-- On whose page it counts, when its client was merged into another one; null: its client's own.
alter table external_events add column held_by uuid;
-- Points in hundredths of a percent of the amount; null: this document earns none.
alter table external_events add column earn_rate int;
alter table external_events add column earned_minor bigint not null default 0;
-- Points that had to be taken back and were not there any more.
alter table external_events add column missing_minor bigint not null default 0;
-- Of a period, for segments: read from the index alone.
create index external_events_purchases on external_events (cabinet_id, at)
  include (client_id, held_by, kind, amount_minor, returned_minor, refund_of)
  where kind in ('purchase', 'refund') and not is_void;
create index external_events_held on external_events (cabinet_id, held_by) where held_by is not null;
create index external_events_refunds on external_events (cabinet_id, source, refund_of) where refund_of is not null;

-- What each client has bought, so that a segment does not add up every purchase there ever was.
create table client_purchases (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  purchases int not null,
  spent_minor bigint not null,
  last_at timestamptz,
  primary key (cabinet_id, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
call build_wall('client_purchases');

-- A sale counts until all of it was given back. A refund of a sale is taken off the sale; one that names none counts
-- for itself.
-- All rows are locked in one order before anything is added up: the statement that adds up begins after that and sees
-- what the writer before has committed, so two writers wait and none is left out. A plan of a session's first purchase
-- would be kept for ever.
create function sum_up_purchases(cabinets bigint[], clients_of uuid[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into client_purchases as p (cabinet_id, client_id, purchases, spent_minor)
  select c.cabinet_id, c.id, 0, 0
  from (select distinct t.cabinet_id, t.client_id from unnest(cabinets, clients_of) t (cabinet_id, client_id)) t
  join clients c on c.cabinet_id = t.cabinet_id and c.id = t.client_id
  order by 1, 2
  on conflict (cabinet_id, client_id) do update set purchases = p.purchases;
  with touched as (
    select distinct t.cabinet_id, t.client_id from unnest(cabinets, clients_of) t (cabinet_id, client_id)
  ), own as (
    select t.cabinet_id, t.client_id, e.at, e.kind, e.amount_minor, e.returned_minor, e.refund_of
    from touched t join external_events e on e.cabinet_id = t.cabinet_id and e.client_id = t.client_id
    where e.held_by is null and e.kind in ('purchase', 'refund') and not e.is_void
    union all
    select t.cabinet_id, t.client_id, e.at, e.kind, e.amount_minor, e.returned_minor, e.refund_of
    from touched t join external_events e on e.cabinet_id = t.cabinet_id and e.held_by = t.client_id
    where e.held_by is not null and e.kind in ('purchase', 'refund') and not e.is_void
  ), counted as (
    select cabinet_id, client_id, at,
      kind = 'purchase' and (coalesce(amount_minor, 0) <= 0 or amount_minor > returned_minor) as is_sale,
      case when kind = 'purchase' then coalesce(amount_minor, 0) - returned_minor
        when refund_of is null then -abs(coalesce(amount_minor, 0)) else 0 end as spent
    from own
  ), added as (
    select t.cabinet_id, t.client_id, count(*) filter (where c.is_sale) as purchases,
      coalesce(sum(c.spent), 0) as spent_minor, max(c.at) filter (where c.is_sale) as last_at
    from touched t left join counted c on c.cabinet_id = t.cabinet_id and c.client_id = t.client_id
    group by 1, 2
  )
  update client_purchases p
  set purchases = added.purchases, spent_minor = added.spent_minor, last_at = added.last_at
  from added where p.cabinet_id = added.cabinet_id and p.client_id = added.client_id;
end $$;

-- Kept where the rows change, in the same transaction: processes of the version before this one are counted too.
create function sum_up_touched() returns trigger language plpgsql as $$
declare
  found_cabinets bigint[];
  found_clients uuid[];
begin
  select array_agg(cabinet_id), array_agg(client_id) into found_cabinets, found_clients from (
    select distinct cabinet_id, coalesce(held_by, client_id) as client_id from touched
    where kind in ('purchase', 'refund')) t;
  if found_cabinets is not null then perform sum_up_purchases(found_cabinets, found_clients); end if;
  return null;
end $$;
create function sum_up_changed() returns trigger language plpgsql as $$
declare
  found_cabinets bigint[];
  found_clients uuid[];
begin
  select array_agg(cabinet_id), array_agg(client_id) into found_cabinets, found_clients from (
    select cabinet_id, coalesce(held_by, client_id) as client_id from before where kind in ('purchase', 'refund')
    union select cabinet_id, coalesce(held_by, client_id) from touched where kind in ('purchase', 'refund')) t;
  if found_cabinets is not null then perform sum_up_purchases(found_cabinets, found_clients); end if;
  return null;
end $$;
create trigger sum_up_added after insert on external_events referencing new table as touched
  for each statement execute function sum_up_touched();
create trigger sum_up_removed after delete on external_events referencing old table as touched
  for each statement execute function sum_up_touched();
create trigger sum_up_changed after update on external_events referencing old table as before new table as touched
  for each statement execute function sum_up_changed();

-- No cabinet is open in a migration, so row level security is off for these statements.
alter table external_events no force row level security;
alter table client_purchases no force row level security;
alter table clients no force row level security;
update external_events e set held_by = c.merged_into from clients c
where c.cabinet_id = e.cabinet_id and c.id = e.client_id and c.merged_into is not null;
select sum_up_purchases(array_agg(cabinet_id), array_agg(client_id)) from (
  select distinct cabinet_id, coalesce(held_by, client_id) as client_id from external_events
  where kind in ('purchase', 'refund')) t;
alter table external_events force row level security;
alter table client_purchases force row level security;
alter table clients force row level security;

-- What an account gives for a purchase, where the CRM gives nothing itself.
create table purchase_programmes (
  cabinet_id bigint primary key references cabinets,
  is_on boolean not null,
  -- Hundredths of a percent.
  rate int not null,
  -- Purchases from this moment on earn points.
  since timestamptz,
  version int not null,
  updated_at timestamptz not null
);
call build_wall('purchase_programmes');

-- Documents of a CRM whose buyer is not known here yet.
create table crm_purchases_waiting (
  cabinet_id bigint not null references cabinets,
  source text not null,
  document_id text not null,
  crm_id text not null,
  kind text not null,
  refund_of text,
  at timestamptz not null,
  amount_minor bigint,
  text text not null,
  is_void boolean not null,
  received_at timestamptz not null,
  primary key (cabinet_id, source, document_id)
);
create index crm_purchases_waiting_of on crm_purchases_waiting (cabinet_id, crm_id);
call build_wall('crm_purchases_waiting');

-- How far the purchases of the CRM were read.
alter table integrations add column purchase_cursor text not null default '';
