-- Buyers in the order of card numbers, as 0609 has them in that in which their clients came. A number may change, and
-- that of a client of a form is negative until the commit (0591): the copy follows it.
alter table client_purchases add column client_card_number bigint;
create or replace function place_buyer() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  select created_at, card_number into new.client_created_at, new.client_card_number from clients
  where cabinet_id = new.cabinet_id and id = new.client_id;
  return new;
end $$;
create or replace trigger place_buyer before insert on client_purchases
  for each row when (new.client_created_at is null or new.client_card_number is null) execute function place_buyer();

-- By a key, so that the plan of any account does for all. The row of a new buyer waits for whoever changes the number
-- (sum_up_purchases locks the client), and the other way round.
create function renumber_buyer() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  update client_purchases set client_card_number = new.card_number
  where cabinet_id = new.cabinet_id and client_id = new.id;
  return null;
end $$;
create trigger renumber_buyer after update of card_number on clients
  for each row when (old.card_number is distinct from new.card_number) execute function renumber_buyer();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table client_purchases no force row level security;
alter table clients no force row level security;
update client_purchases p set client_card_number = c.card_number
from clients c where c.cabinet_id = p.cabinet_id and c.id = p.client_id;
alter table client_purchases force row level security;
alter table clients force row level security;
alter table client_purchases alter column client_card_number set not null;
create index client_purchases_numbered on client_purchases (cabinet_id, client_card_number, client_id)
  include (purchases, spent_minor, last_at) where is_present;
