-- Whose cards were added to a phone or removed from one on which day, so that a figure of growth leads to its clients.
-- Written where the figure is counted: a card that is counted has its row in the same transaction.
create table wallet_days (
  cabinet_id bigint not null references cabinets,
  day date not null,
  event text not null check (event in ('installed_apple', 'installed_google', 'removed_apple', 'removed_google')),
  client_id uuid not null,
  primary key (cabinet_id, day, event, client_id),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index wallet_days_client on wallet_days (cabinet_id, client_id);
call build_wall('wallet_days');

create or replace function count_of_card(given_cabinet bigint, given_pass uuid, given_event text, at timestamptz)
returns void language sql as $$
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select p.cabinet_id, moscow_day(at), given_event, form_or_none(c.form_id), p.template_id, c.source, 1
  from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  where p.cabinet_id = given_cabinet and p.id = given_pass
  on conflict on constraint growth_days_once do update set count = g.count + 1;
  insert into wallet_days (cabinet_id, day, event, client_id)
  select p.cabinet_id, moscow_day(at), given_event, p.client_id
  from passes p where p.cabinet_id = given_cabinet and p.id = given_pass
  on conflict do nothing
$$;

-- As it was (0225), and the day of the client beside it.
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
  ), counted as (
    insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
    select cabinet_id, moscow_day(at), 'installed_apple', form_or_none(form_id), template_id, source, count(*)
    from held where phones = phones_now
    group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
    on conflict on constraint growth_days_once do update set count = g.count + excluded.count
  )
  insert into wallet_days (cabinet_id, day, event, client_id)
  select distinct cabinet_id, moscow_day(at), 'installed_apple', client_id from held where phones = phones_now
  order by 1, 2, 4
  on conflict do nothing;
  return null;
end $$;
-- What is known of the time before: of each card the last removal only. No cabinet is open in a migration, so row level
-- security is off for these statements.
alter table passes no force row level security;
alter table registrations no force row level security;
alter table wallet_days no force row level security;
insert into wallet_days (cabinet_id, day, event, client_id)
select cabinet_id, moscow_day(google_saved_at), 'installed_google', client_id from passes where google_saved_at is not null
union
select cabinet_id, moscow_day(apple_removed_at), 'removed_apple', client_id from passes where apple_removed_at is not null
union
select cabinet_id, moscow_day(google_removed_at), 'removed_google', client_id from passes
  where google_removed_at is not null
union
select p.cabinet_id, moscow_day(min(r.created_at)), 'installed_apple', p.client_id
from registrations r join passes p on p.cabinet_id = r.cabinet_id and p.id = r.pass_id group by p.cabinet_id, p.id;
alter table passes force row level security;
alter table registrations force row level security;
alter table wallet_days force row level security;
