-- Everything that the page of a form shows, as one text that differs when any of it does: a process keeps what it has
-- read for the page for as long as the text stays the same. No row: there is no such form, or no such cabinet.
-- Beside it the named link that the visitor followed, while it is on.
create function form_page_stamp(given_domain text, given_key text, given_code text)
returns table (link_id uuid, stamp text) language plpgsql set plan_cache_mode = 'auto' as $$
declare
  place record;
begin
  perform set_config('app.cabinet', '0', true), set_config('app.user', '', true),
    set_config('app.asked', 'domain:' || given_domain, true);
  select c.id, c.name, c.tariff_key into place from cabinets c where c.domain = given_domain;
  if not found then
    return;
  end if;
  perform set_config('app.cabinet', place.id::text, true), set_config('app.asked', '', true);
  return query
    select (select l.id from form_links l
        where l.cabinet_id = place.id and l.code = given_code and l.form_key = given_key and l.is_on),
      concat_ws('|', place.id, f.id, f.template_id, md5(f.settings::text), place.name, place.tariff_key,
        (select md5(t.design::text) from templates t where t.cabinet_id = place.id and t.id = f.template_id),
        (select string_agg(k.part || k.hash, ',' order by k.part) from form_looks k
          where k.cabinet_id = place.id and k.form_id = f.id),
        (select i.is_paused || ',' || coalesce(i.expected_on::text, '') from card_issuing i
          where i.cabinet_id = place.id),
        (select a.id || ',' || a.expires_at from apple_certificates a
          where a.cabinet_id = place.id and a.state = 'active'))
    from forms f where f.cabinet_id = place.id and f.form_key = given_key;
end $$;
