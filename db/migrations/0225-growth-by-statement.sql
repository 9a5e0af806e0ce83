-- Cards and phones that one statement adds are counted together, with a plan that is made for them. The plan of a query
-- without parameters is that of the session's first card: with a nearly empty table it read all clients for each card.
create or replace function count_issued() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  holders uuid[];
  designs uuid[];
  times timestamptz[];
begin
  select array_agg(cabinet_id), array_agg(client_id), array_agg(template_id), array_agg(created_at)
  into cabinets, holders, designs, times from added;
  if cabinets is null then
    return null;
  end if;
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select p.cabinet_id, moscow_day(p.created_at), 'issued', form_or_none(c.form_id), p.template_id, c.source, count(*)
  from unnest(cabinets, holders, designs, times) p(cabinet_id, client_id, template_id, created_at)
  join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
  on conflict on constraint growth_days_once do update set count = g.count + excluded.count;
  return null;
end $$;

-- The first iPhone of a card; the registration has locked the card. Two of one statement are one time.
create or replace function count_on_iphone() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  cabinets bigint[];
  cards uuid[];
  numbers int[];
  times timestamptz[];
begin
  select array_agg(cabinet_id), array_agg(pass_id), array_agg(phones_of_card), array_agg(first_at)
  into cabinets, cards, numbers, times
  from (select cabinet_id, pass_id, count(*)::int as phones_of_card, min(created_at) as first_at from touched
    group by cabinet_id, pass_id) added;
  if cabinets is null then
    return null;
  end if;
  -- Step by step: with tables that were never analysed, one join of all went through each card with each client.
  with found as materialized (
    select p.cabinet_id, p.id, p.client_id, p.template_id, a.phones, a.at
    from unnest(cabinets, cards, numbers, times) a(cabinet_id, pass_id, phones, at)
    join passes p on p.cabinet_id = a.cabinet_id and p.id = a.pass_id
  ), held as materialized (
    select found.*, c.form_id, c.source,
      (
        select count(*) from registrations r where r.cabinet_id = found.cabinet_id and r.pass_id = found.id
      ) as phones_now
    from found join clients c on c.cabinet_id = found.cabinet_id and c.id = found.client_id
  )
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select cabinet_id, moscow_day(at), 'installed_apple', form_or_none(form_id), template_id, source, count(*)
  from held where phones = phones_now
  group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
  on conflict on constraint growth_days_once do update set count = g.count + excluded.count;
  return null;
end $$;
drop trigger count_on_iphone on registrations;
create trigger count_on_iphone after insert on registrations referencing new table as touched
  for each statement execute function count_on_iphone();
