-- A buyer's row is locked without being written: zeros, and then the figures, put two entries into each of its five
-- indexes, and had both foreign keys checked again. Of the function (0430) only these places are other ones. Who has
-- nothing any more is not among those added.
do $do$
declare
  code text := pg_get_functiondef('sum_up_purchases(bigint[], uuid[])'::regprocedure);
  place text[];
begin
  foreach place slice 1 in array array[
    [$$purchases = 0, spent_minor = 0, last_at = null, last_day = null, days = '{}', purchases_by = '{}',
    spent_by = '{}';$$, $$purchases = p.purchases where false;$$],
    [$$ purchases = added.purchases_by[cardinality(added.days)],$$,
      $$ purchases = coalesce(added.purchases_by[cardinality(added.days)], 0),$$],
    [$$ spent_minor = added.spent_by[cardinality(added.days)],$$,
      $$ spent_minor = coalesce(added.spent_by[cardinality(added.days)], 0),$$],
    [$$ days = added.days,$$, $$ days = coalesce(added.days, '{}'),$$],
    [$$ purchases_by = added.purchases_by, spent_by = added.spent_by$$,
      $$ purchases_by = coalesce(added.purchases_by, '{}'), spent_by = coalesce(added.spent_by, '{}')$$],
    [$$ from added where p.cabinet_id = added.cabinet_id and p.client_id = added.client_id;$$,
      $$ from touched left join added on added.cabinet_id = touched.cabinet_id and added.client_id = touched.client_id
  where p.cabinet_id = touched.cabinet_id and p.client_id = touched.client_id;$$]
  ] loop
    if position(place[1] in code) = 0 then
      raise exception 'sum_up_purchases is not the function that is changed here: %', place[1];
    end if;
    code := replace(code, place[1], place[2]);
  end loop;
  execute code;
end $do$;
