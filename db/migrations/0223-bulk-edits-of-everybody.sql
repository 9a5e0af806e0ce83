-- A bulk edit of 150 000 clients spent ten seconds in the checks of three foreign keys and in an index that only an
-- erasure used. The wall keeps the rows in their business; whoever is not there any more is left alone by the job; and
-- rows go with their edit or client by the triggers below.
alter table bulk_edit_rows
  drop constraint bulk_edit_rows_cabinet_id_fkey,
  drop constraint bulk_edit_rows_cabinet_id_edit_id_fkey,
  drop constraint bulk_edit_rows_cabinet_id_client_id_fkey;
drop index bulk_edit_rows_client;

create function forget_rows_of_edit() returns trigger language plpgsql as $$
begin
  delete from bulk_edit_rows one using removed r where one.cabinet_id = r.cabinet_id and one.edit_id = r.id;
  return null;
end $$;
create trigger forget_rows after delete on bulk_edits referencing old table as removed
  for each statement execute function forget_rows_of_edit();

-- A business has few edits, and each has the client at one place of its key.
create function forget_rows_of_client() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  clients uuid[];
  edits uuid[];
begin
  select array_agg(r.cabinet_id), array_agg(r.id), array_agg(e.id) into cabinets, clients, edits
  from removed r join bulk_edits e on e.cabinet_id = r.cabinet_id;
  if cabinets is not null then
    delete from bulk_edit_rows
    where (cabinet_id, edit_id, client_id) in (select * from unnest(cabinets, edits, clients));
  end if;
  return null;
end $$;
create trigger forget_bulk_edits after delete on clients referencing old table as removed
  for each statement execute function forget_rows_of_client();
