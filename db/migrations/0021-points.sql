-- Places and beacons near which a phone shows the card. They belong to a push that is turned on and off.
alter table pushes drop constraint pushes_type_check;
alter table pushes add constraint pushes_type_check check (type in ('text', 'geo', 'beacon'));
alter table pushes add column is_active boolean not null default false;
create index pushes_active on pushes (cabinet_id, id) where is_active;

-- A place has coordinates, a beacon has a UUID and may have numbers.
create table push_points (
  cabinet_id bigint not null references cabinets,
  push_id uuid not null,
  no int not null,
  name text not null,
  -- Shown instead of the text of the push; empty: that one.
  text text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  proximity_uuid uuid,
  major int check (major between 0 and 65535),
  minor int check (minor between 0 and 65535),
  primary key (cabinet_id, push_id, no),
  foreign key (cabinet_id, push_id) references pushes on delete cascade,
  check (num_nonnulls(latitude, longitude) = 2 and num_nonnulls(proximity_uuid, major, minor) = 0
    or num_nonnulls(latitude, longitude) = 0 and proximity_uuid is not null and (minor is null or major is not null))
);
call build_wall('push_points');

-- Rises whenever the points on the cards of a template change: every process sees that Google's class is behind.
alter table templates add column points_version int not null default 0;

-- An update of issued cards may cover several templates: the requested ones and the waiting ones.
alter table card_updates drop constraint card_updates_cabinet_id_template_id_fkey;
alter table card_updates alter column template_id type uuid[] using array[template_id];
alter table card_updates rename column template_id to templates;

-- Templates whose cards changed after the update of the day: the next update includes them.
create table waiting_updates (
  cabinet_id bigint not null references cabinets,
  template_id uuid not null,
  since timestamptz not null,
  primary key (cabinet_id, template_id),
  foreign key (cabinet_id, template_id) references templates on delete cascade
);
call build_wall('waiting_updates');
