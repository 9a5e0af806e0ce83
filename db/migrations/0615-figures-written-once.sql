-- As before (0430-purchase-days.sql), but rows are locked without being written: writing zeros, and then the figures,
-- put two entries into each of the five indexes, and had both foreign keys checked again.
create or replace function sum_up_purchases(cabinets bigint[], clients_of uuid[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into client_purchases as p (cabinet_id, client_id, purchases, spent_minor, is_present)
  select c.cabinet_id, c.id, 0, 0, c.archived_at is null
  from (select distinct t.cabinet_id, t.client_id from unnest(cabinets, clients_of) t (cabinet_id, client_id)) t
  join clients c on c.cabinet_id = t.cabinet_id and c.id = t.client_id
  order by 1, 2
  for share of c
  -- A row that is there is locked and stays as it is.
  on conflict (cabinet_id, client_id) do update set purchases = p.purchases where false;
  with touched as (
    select distinct t.cabinet_id, t.client_id from unnest(cabinets, clients_of) t (cabinet_id, client_id)
  ), own as (
    select t.cabinet_id, t.client_id, e.at, e.kind, e.amount_minor, e.returned_minor, e.refund_of
    from touched t join external_events e on e.cabinet_id = t.cabinet_id and e.client_id = t.client_id
    where e.held_by is null and e.kind in ('purchase', 'refund') and not e.is_void
    union all select t.cabinet_id, t.client_id, e.at, e.kind, e.amount_minor, e.returned_minor, e.refund_of
    from touched t join external_events e on e.cabinet_id = t.cabinet_id and e.held_by = t.client_id
    where e.held_by is not null and e.kind in ('purchase', 'refund') and not e.is_void
  ), counted as (
    select cabinet_id, client_id, at,
      kind = 'purchase' and (coalesce(amount_minor, 0) <= 0 or amount_minor > returned_minor) as is_sale,
      case when kind = 'purchase' then coalesce(amount_minor, 0) - returned_minor
        when refund_of is null then -abs(coalesce(amount_minor, 0)) else 0 end as spent
    from own
  ), by_day as (
    select cabinet_id, client_id, moscow_day_number(at) as day, count(*) filter (where is_sale) as sales,
      sum(spent) as spent, max(at) filter (where is_sale) as last_at
    from counted where is_sale or spent <> 0 group by 1, 2, 3
  ), up_to as (
    select cabinet_id, client_id, day, last_at,
      sum(sales) over of_client as purchases, sum(spent) over of_client as spent
    from by_day window of_client as (partition by cabinet_id, client_id order by day)
  ), added as (
    select cabinet_id, client_id, max(last_at) as last_at, array_agg(day order by day) as days,
      array_agg(purchases::int order by day) as purchases_by, array_agg(spent::bigint order by day) as spent_by
    from up_to group by 1, 2
  )
  update client_purchases p
  set purchases = coalesce(added.purchases_by[cardinality(added.days)], 0),
    spent_minor = coalesce(added.spent_by[cardinality(added.days)], 0), last_at = added.last_at,
    last_day = added.days[cardinality(added.days)], days = coalesce(added.days, '{}'),
    purchases_by = coalesce(added.purchases_by, '{}'), spent_by = coalesce(added.spent_by, '{}')
  from touched left join added on added.cabinet_id = touched.cabinet_id and added.client_id = touched.client_id
  where p.cabinet_id = touched.cabinet_id and p.client_id = touched.client_id;
end $$;
