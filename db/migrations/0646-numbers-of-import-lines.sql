-- Numbers of cards that the lines of a file bring, so that the start of an import need not read them all.
alter table client_import_rows add column new_number bigint
  generated always as (case when verdict = 'fresh' then (facts ->> 'card_number')::bigint end) stored;
create index client_import_rows_new_number on client_import_rows (cabinet_id, import_id, new_number)
  where new_number is not null;
