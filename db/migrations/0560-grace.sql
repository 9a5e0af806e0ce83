-- Until when a business whose money has run out still works. Null: it has no such day, or its money has not run out.
alter table cabinets add column grace_until timestamptz;
grant select (grace_until) on cabinets to kartoteka_scheduler;

-- The door with that moment. `open_cabinet` stays for processes of the version before.
create function enter_cabinet(given_user uuid, given_cabinet bigint)
returns table (
  id bigint, name text, domain text, role text, rights text[], is_agent boolean, tariff_key text,
  demo_until timestamptz, balance_minor bigint, grace_until timestamptz
) language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
declare
  held record;
begin
  perform set_config('app.cabinet', '0', true), set_config('app.user', given_user::text, true);
  select a.cabinet_id, a.role, a.rights into held from accesses a
    where a.user_id = given_user and a.cabinet_id = given_cabinet;
  if held.cabinet_id is distinct from given_cabinet then return; end if;
  perform set_config('app.cabinet', held.cabinet_id::text, true);
  return query select c.id, c.name, c.domain, held.role, held.rights, c.is_agent, c.tariff_key, c.demo_until,
    c.balance_minor, c.grace_until
    from cabinets c where c.id = given_cabinet;
end $$;
