-- What a program reported about a client after the merge was kept without the one who stays, and counted for nobody.
-- Purchases that gave points to the merged client stay as they are: a refund takes the points where they are.
-- No cabinet is open in a migration, so row level security is off for these statements.
alter table external_events no force row level security;
alter table client_purchases no force row level security;
alter table clients no force row level security;
update external_events e set held_by = c.merged_into from clients c
where c.cabinet_id = e.cabinet_id and c.id = e.client_id and c.merged_into is not null and e.held_by is null
  and e.earned_minor = 0 and e.missing_minor = 0;
alter table external_events force row level security;
alter table client_purchases force row level security;
alter table clients force row level security;
