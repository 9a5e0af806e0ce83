-- Who has spent or bought very much is found without reading what everybody has. 7 bytes a buyer each, since equal
-- figures share an entry.
create index client_purchases_made on client_purchases (cabinet_id, purchases) where is_present;
create index client_purchases_spent on client_purchases (cabinet_id, spent_minor) where is_present;
