-- Where a client came from: the name of the source, and everything the link of the form carried (UTM parameters).
alter table clients
  add column source text not null default '',
  add column utm jsonb;

-- How often each thing has happened on a day (in Moscow), by form, card design and source. Numbers only: they stay
-- when a client, a form or a design is deleted, so nothing refers to those.
create table growth_days (
  cabinet_id bigint not null references cabinets,
  day date not null,
  event text not null check (event in (
    'opened', 'filled', 'issued', 'installed_apple', 'installed_google', 'removed_apple', 'removed_google')),
  -- Zeros: without a form.
  form_id uuid not null,
  template_id uuid not null,
  -- Empty: the link named none.
  source text not null,
  count int not null,
  constraint growth_days_once primary key (cabinet_id, day, event, form_id, template_id, source)
);
call build_wall('growth_days');

-- Sources that links have named. A stranger can name any: so many are kept, the rest count as one.
create table growth_sources (
  cabinet_id bigint not null references cabinets,
  name text not null,
  day date not null,
  primary key (cabinet_id, name)
);
call build_wall('growth_sources');

create function moscow_day(at timestamptz) returns date language sql immutable
  return (at at time zone 'Europe/Moscow')::date;

create function form_or_none(form uuid) returns uuid language sql immutable
  return coalesce(form, '00000000-0000-0000-0000-000000000000'::uuid);

-- Cards are counted where their rows change, in the same transaction: no way to issue one is forgotten, and processes
-- of the version before this one are counted too. One statement adds up all its rows, in one order, so that two large
-- ones never wait for each other in a circle.
create function count_issued() returns trigger language plpgsql as $$
begin
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select p.cabinet_id, moscow_day(p.created_at), 'issued', form_or_none(c.form_id), p.template_id, c.source, count(*)
  from added p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
  on conflict on constraint growth_days_once do update set count = g.count + excluded.count;
  return null;
end $$;
create trigger count_issued after insert on passes referencing new table as added
  for each statement execute function count_issued();

create function count_of_card(given_cabinet bigint, given_pass uuid, given_event text, at timestamptz)
returns void language sql as $$
  insert into growth_days as g (cabinet_id, day, event, form_id, template_id, source, count)
  select p.cabinet_id, moscow_day(at), given_event, form_or_none(c.form_id), p.template_id, c.source, 1
  from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  where p.cabinet_id = given_cabinet and p.id = given_pass
  on conflict on constraint growth_days_once do update set count = g.count + 1
$$;

-- The first iPhone of a card; the registration has locked the card.
create function count_on_iphone() returns trigger language plpgsql as $$
begin
  if not exists (select from registrations r
    where r.cabinet_id = new.cabinet_id and r.pass_id = new.pass_id and r.id <> new.id) then
    perform count_of_card(new.cabinet_id, new.pass_id, 'installed_apple', new.created_at);
  end if;
  return null;
end $$;
create trigger count_on_iphone after insert on registrations
  for each row execute function count_on_iphone();

create function count_in_google() returns trigger language plpgsql as $$
begin
  perform count_of_card(new.cabinet_id, new.id, 'installed_google', new.google_saved_at);
  return null;
end $$;
create trigger count_in_google after update of google_saved_at on passes
  for each row when (old.google_saved_at is null and new.google_saved_at is not null)
  execute function count_in_google();

create function count_removed() returns trigger language plpgsql as $$
begin
  if new.apple_removed_at is distinct from old.apple_removed_at and new.apple_removed_at is not null then
    perform count_of_card(new.cabinet_id, new.id, 'removed_apple', new.apple_removed_at);
  end if;
  if new.google_removed_at is distinct from old.google_removed_at and new.google_removed_at is not null then
    perform count_of_card(new.cabinet_id, new.id, 'removed_google', new.google_removed_at);
  end if;
  return null;
end $$;
create trigger count_removed after update of apple_removed_at, google_removed_at on passes
  for each row execute function count_removed();

-- What is known of the time before. Visits and removals had no day. No cabinet is open in a migration, so row level
-- security is off for these statements.
alter table clients no force row level security;
alter table passes no force row level security;
alter table registrations no force row level security;
alter table growth_days no force row level security;
insert into growth_days (cabinet_id, day, event, form_id, template_id, source, count)
select cabinet_id, day, event, form_or_none(form_id), template_id, '', count(*) from (
  select c.cabinet_id, moscow_day(c.created_at) as day, 'filled' as event, c.form_id, c.template_id from clients c
    where c.form_id is not null
  union all
  select c.cabinet_id, moscow_day(p.created_at), 'issued', c.form_id, p.template_id
    from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  union all
  select c.cabinet_id, moscow_day(p.google_saved_at), 'installed_google', c.form_id, p.template_id
    from passes p join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
    where p.google_saved_at is not null
  union all
  select c.cabinet_id, moscow_day(min(r.created_at)), 'installed_apple', c.form_id, p.template_id
    from registrations r join passes p on p.cabinet_id = r.cabinet_id and p.id = r.pass_id
    join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
    group by c.cabinet_id, p.id, c.form_id, p.template_id) known
group by 1, 2, 3, 4, 5;
alter table clients force row level security;
alter table passes force row level security;
alter table registrations force row level security;
alter table growth_days force row level security;
