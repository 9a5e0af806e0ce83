-- A card gets its place in the order of changes when its change is announced (server/reach/passes/order.ts), and no
-- longer at the commit of the change: a till held the row of the business while the disk took its commit.
drop trigger order_changed_cards on passes;
drop function order_changed_cards();

-- The last place of each business. In a row of its own: strangers who take card numbers lock the row of the business.
create table card_orders (
  cabinet_id bigint primary key references cabinets,
  last_place bigint not null
);
call build_wall('card_orders');

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table cabinets no force row level security;
alter table card_orders no force row level security;
insert into card_orders (cabinet_id, last_place) select id, change_tag from cabinets where change_tag > 0;
alter table cabinets force row level security;
alter table card_orders force row level security;
alter table cabinets drop column change_tag;

-- Gives those of the cards a place that have none; one that somebody else is changing is left to the announcement of
-- that change. Called outside a transaction, so that no process is waited for while the order is locked: phones never
-- see a later place before an earlier one.
create function place_changed_cards(given_cabinet bigint, given_cards uuid[]) returns void
language plpgsql set plan_cache_mode = auto as $$
declare
  place bigint;
begin
  -- Nothing is counted with a place: nothing else of a card changes.
  perform set_config('app.cabinet', given_cabinet::text, true), set_config('app.ordering', 'on', true);
  if not exists (select from passes where cabinet_id = given_cabinet and id = any(given_cards) and tag = -1) then
    return;
  end if;
  insert into card_orders as o (cabinet_id, last_place) values (given_cabinet, 1)
  on conflict (cabinet_id) do update set last_place = o.last_place + 1 returning last_place into strict place;
  update passes set tag = place
  from (
    select id from passes where cabinet_id = given_cabinet and id = any(given_cards) and tag = -1
    order by id for no key update skip locked
  ) changed
  where passes.cabinet_id = given_cabinet and passes.id = changed.id;
end $$;
