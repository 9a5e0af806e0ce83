-- A changed card gets its place in the order of changes at the commit and not before: until then its tag is -1. Who
-- works for a while after a change, such as a push to everybody, keeps no till waiting meanwhile.

-- The first card of a transaction takes the place for all that are named in app.changed_cards, a list with commas.
create function order_changed_cards() returns trigger language plpgsql as $$
declare
  cabinet_before text := current_setting('app.cabinet', true);
  ids uuid[];
  place bigint;
begin
  -- The transaction may have left the cabinet since.
  perform set_config('app.cabinet', new.cabinet_id::text, true);
  if exists (select from passes where cabinet_id = new.cabinet_id and id = new.id and tag = -1) then
    ids := array_append(string_to_array(nullif(current_setting('app.changed_cards', true), ''), ',')::uuid[], new.id);
    -- Locked until the commit, which follows at once: phones never see a later tag before an earlier one.
    update cabinets set change_tag = change_tag + 1 where id = new.cabinet_id returning change_tag into strict place;
    update passes set tag = place where cabinet_id = new.cabinet_id and id = any(ids) and tag = -1;
    perform set_config('app.changed_cards', '', true);
  end if;
  perform set_config('app.cabinet', coalesce(cabinet_before, ''), true);
  return null;
end $$;
create constraint trigger order_changed_cards after insert or update on passes
  deferrable initially deferred for each row when (new.tag = -1) execute function order_changed_cards();
