-- Points that cards of a template carry now: written when a push is switched or changed, read whenever a card is built.
create table template_points (
  cabinet_id bigint not null references cabinets,
  template_id uuid not null,
  push_id uuid not null,
  no int not null,
  -- When the push was created: the points of the oldest one come first.
  since timestamptz not null,
  name text not null,
  text text not null,
  latitude double precision,
  longitude double precision,
  proximity_uuid uuid,
  major int,
  minor int,
  primary key (cabinet_id, template_id, push_id, no),
  foreign key (cabinet_id, template_id) references templates on delete cascade,
  foreign key (cabinet_id, push_id) references pushes on delete cascade
);
create index template_points_push on template_points (cabinet_id, push_id);

-- No cabinet is open in a migration, so row level security is off for one statement.
alter table pushes no force row level security;
alter table push_templates no force row level security;
alter table push_points no force row level security;
insert into template_points
select p.cabinet_id, t.template_id, p.id, o.no, p.created_at, o.name, coalesce(nullif(o.text, ''), p.message),
  o.latitude, o.longitude, o.proximity_uuid, o.major, o.minor
from pushes p
join push_templates t on t.cabinet_id = p.cabinet_id and t.push_id = p.id
join push_points o on o.cabinet_id = p.cabinet_id and o.push_id = p.id
where p.is_active;
alter table pushes force row level security;
alter table push_templates force row level security;
alter table push_points force row level security;

call build_wall('template_points');
