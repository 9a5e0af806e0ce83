-- While cards get their place in the order of changes, the row of the business is locked. Nothing else of a card
-- changes then, so nothing is counted: two triggers compared all cards of a part of a push behind that lock.
drop trigger keep_wallets_of_changed on passes;
create trigger keep_wallets_of_changed after update on passes referencing old table as gone new table as added
  for each statement when (current_setting('app.ordering', true) is distinct from 'on')
  execute function keep_wallets_of_card();
drop trigger count_cards_changed on passes;
create trigger count_cards_changed after update on passes referencing old table as gone new table as added
  for each statement when (current_setting('app.ordering', true) is distinct from 'on')
  execute function count_cards();

create or replace function order_changed_cards() returns trigger
language plpgsql set plan_cache_mode = auto as $$
declare
  cabinet_before text := current_setting('app.cabinet', true);
  ids uuid[];
  place bigint;
begin
  -- The transaction may have left the cabinet since.
  perform set_config('app.cabinet', new.cabinet_id::text, true);
  if exists (select from passes where cabinet_id = new.cabinet_id and id = new.id and tag = -1) then
    ids := array_append(string_to_array(nullif(current_setting('app.changed_cards', true), ''), ',')::uuid[], new.id);
    perform set_config('app.ordering', 'on', true);
    -- Locked until the commit, which follows at once: phones never see a later tag before an earlier one.
    update cabinets set change_tag = change_tag + 1 where id = new.cabinet_id returning change_tag into strict place;
    update passes set tag = place where cabinet_id = new.cabinet_id and id = any(ids) and tag = -1;
    perform set_config('app.ordering', '', true), set_config('app.changed_cards', '', true);
  end if;
  perform set_config('app.cabinet', coalesce(cabinet_before, ''), true);
  return null;
end $$;
