-- A trigger that is removed is gone at once, and what it did is cleared in parts. Null: it is there.
alter table triggers add column removed_at timestamptz;
-- A card that goes back forgets its trigger when that is deleted.
create index trigger_holds_trigger on trigger_holds (cabinet_id, trigger_id, client_id)
  where trigger_id is not null;
