-- What the lines of a file know clients by, in columns with an index: of a client who is erased the lines are looked
-- up. An expression over JSON would have to read them all, as row level security comes before it.
alter table client_import_rows
  add column facts_tel text generated always as (nullif(facts ->> 'tel', '')) stored,
  add column facts_email text generated always as (nullif(lower(facts ->> 'email'), '')) stored,
  add column facts_card_track text generated always as (nullif(facts ->> 'card_track', '')) stored,
  add column facts_card_number bigint generated always as ((facts ->> 'card_number')::bigint) stored,
  add column former_tel text generated always as (nullif(former ->> 'tel', '')) stored,
  add column former_email text generated always as (nullif(former ->> 'email', '')) stored;
create index client_import_rows_facts_tel on client_import_rows (cabinet_id, facts_tel) where facts_tel is not null;
create index client_import_rows_facts_email on client_import_rows (cabinet_id, facts_email)
  where facts_email is not null;
create index client_import_rows_facts_card_track on client_import_rows (cabinet_id, facts_card_track)
  where facts_card_track is not null;
create index client_import_rows_facts_card_number on client_import_rows (cabinet_id, facts_card_number)
  where facts_card_number is not null;
create index client_import_rows_former_tel on client_import_rows (cabinet_id, former_tel) where former_tel is not null;
create index client_import_rows_former_email on client_import_rows (cabinet_id, former_email)
  where former_email is not null;
