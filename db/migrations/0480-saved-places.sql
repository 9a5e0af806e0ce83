-- Locations that a business keeps for all its push messages, each under a name of its own.
create table saved_places (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  used_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index saved_places_name on saved_places (cabinet_id, lower(name));
call build_wall('saved_places');

-- What pushes have used until now; of one name the last. The owner of the tables sees no row behind the walls.
alter table saved_places no force row level security;
alter table push_points no force row level security;
alter table pushes no force row level security;
insert into saved_places (cabinet_id, id, name, latitude, longitude, used_at)
select distinct on (o.cabinet_id, lower(o.name))
  o.cabinet_id, gen_random_uuid(), o.name, o.latitude, o.longitude, p.created_at
from push_points o join pushes p on p.cabinet_id = o.cabinet_id and p.id = o.push_id
where o.latitude is not null and o.longitude is not null
order by o.cabinet_id, lower(o.name), p.created_at desc, o.no;
alter table saved_places force row level security;
alter table push_points force row level security;
alter table pushes force row level security;
