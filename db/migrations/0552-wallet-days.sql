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

-- The first iPhone of a card, as it is counted (0225).
create function note_on_iphone() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into wallet_days (cabinet_id, day, event, client_id)
  select distinct p.cabinet_id, moscow_day(t.first_at), 'installed_apple', p.client_id
  from (
    select cabinet_id, pass_id, count(*) as phones, min(created_at) as first_at from touched group by 1, 2
  ) t join passes p on p.cabinet_id = t.cabinet_id and p.id = t.pass_id
  where t.phones = (
    select count(*) from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id)
  order by 1, 2, 4
  on conflict do nothing;
  return null;
end $$;
create trigger note_on_iphone after insert on registrations referencing new table as touched
  for each statement execute function note_on_iphone();

-- What is known of the time before: of each card the last removal only. No cabinet is open in a migration, so row level
-- security is off for these statements.
alter table passes no force row level security;
alter table registrations no force row level security;
alter table wallet_days no force row level security;
insert into wallet_days (cabinet_id, day, event, client_id)
select cabinet_id, moscow_day(google_saved_at), 'installed_google', client_id from passes
  where google_saved_at is not null
union
select cabinet_id, moscow_day(apple_removed_at), 'removed_apple', client_id from passes
  where apple_removed_at is not null
union
select cabinet_id, moscow_day(google_removed_at), 'removed_google', client_id from passes
  where google_removed_at is not null
union
select p.cabinet_id, moscow_day(min(r.created_at)), 'installed_apple', p.client_id
from registrations r join passes p on p.cabinet_id = r.cabinet_id and p.id = r.pass_id group by p.cabinet_id, p.id;
alter table passes force row level security;
alter table registrations force row level security;
alter table wallet_days force row level security;
