-- A source that a link has named is kept at the commit of the client who came by it: visitors who come by one new link
-- would wait for the first of them from his statement on. Whether there is room for it was asked before.
create function keep_source_of_client() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare
  cabinet_before text := current_setting('app.cabinet', true);
begin
  -- The transaction may have left the cabinet since.
  perform set_config('app.cabinet', new.cabinet_id::text, true);
  insert into growth_sources (cabinet_id, name, day)
  values (new.cabinet_id, new.source, moscow_day(new.created_at)) on conflict do nothing;
  perform set_config('app.cabinet', coalesce(cabinet_before, ''), true);
  return null;
end $$;
-- By its name before count_client_of_form (0591): the source comes before the form, as where visits are counted.
create constraint trigger add_source_of_client after insert on clients
  deferrable initially deferred for each row
  when (new.card_number < 0 and new.source not in ('', '…') and not starts_with(new.source, 'link:'))
  execute function keep_source_of_client();
