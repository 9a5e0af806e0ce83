-- A client of a form is counted, and gets a card number, at the commit and not before: until then the number is
-- negative. Strangers who fill in forms of one business share the row of the business, of its counts and of the day;
-- they are locked inside the database only, while no process is waited for.

-- The number that is free; also counts the card. Plastic numbers are left out. The row stays locked until the commit.
-- Null: the plan allows no more cards.
create function take_card_number(given_cabinet bigint) returns bigint language sql as $$
  update cabinets set
    next_card_number = case when next_card_number + 1 between plastic_from and plastic_to then plastic_to + 1
      else next_card_number + 1 end,
    cards = cards + 1
  where id = given_cabinet
    and cards < (select t.cards from tariffs t where t.key = cabinets.tariff_key) + slots * 500
  returning case when next_card_number = plastic_to + 1 then plastic_from - 1 else next_card_number - 1 end
$$;

create or replace function count_new_clients() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into client_counts as c (cabinet_id, present)
  select cabinet_id, count(*) from added where archived_at is null and card_number >= 0
  group by cabinet_id order by cabinet_id
  on conflict (cabinet_id) do update set present = c.present + excluded.present;
  return null;
end $$;

-- Cards of clients who are not counted yet are counted with them. Otherwise as before (0225).
create or replace function count_issued() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  accounts bigint[];
  people uuid[];
  looks uuid[];
  moments timestamptz[];
begin
  select array_agg(cabinet_id), array_agg(client_id), array_agg(template_id), array_agg(created_at)
  into accounts, people, looks, moments from added;
  if accounts is null then
    return null;
  end if;
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select c.cabinet_id, moscow_day(p.at), 'issued', form_or_none(c.form_id), p.look, c.source, count(*)
  from unnest(accounts, people, looks, moments) p(cabinet_id, client_id, look, at)
  join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id and c.card_number >= 0
  group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
  on conflict on constraint growth_days_once do update set count = g.count + excluded.count;
  return null;
end $$;

-- The row of the business after those of the form, as phones do, and before the number of clients, as imports do.
create function count_client_of_form() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare
  cabinet_before text := current_setting('app.cabinet', true);
  given bigint;
begin
  -- The transaction may have left the cabinet since.
  perform set_config('app.cabinet', new.cabinet_id::text, true);
  update forms set filled = filled + 1 where cabinet_id = new.cabinet_id and id = new.form_id;
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select new.cabinet_id, day, event, form_or_none(new.form_id), template_id, new.source, count(*)
  from (
    select moscow_day(new.created_at) as day, 'filled' as event, new.template_id as template_id
    union all
    select moscow_day(p.created_at), 'issued', p.template_id from passes p
    where p.cabinet_id = new.cabinet_id and p.client_id = new.id
  ) counted
  group by 2, 3, 5 order by 2, 3, 5
  on conflict on constraint growth_days_once do update set count = g.count + excluded.count;
  given := take_card_number(new.cabinet_id);
  if given is null then
    raise exception 'the plan allows no more cards'
      using errcode = 'check_violation', constraint = 'cabinets_cards_of_plan';
  end if;
  update clients set card_number = given where cabinet_id = new.cabinet_id and id = new.id;
  insert into client_counts as c (cabinet_id, present) values (new.cabinet_id, 1)
  on conflict (cabinet_id) do update set present = c.present + 1;
  perform set_config('app.cabinet', coalesce(cabinet_before, ''), true);
  return null;
end $$;
create constraint trigger count_client_of_form after insert on clients
  deferrable initially deferred for each row when (new.card_number < 0) execute function count_client_of_form();
