-- Words by which a business sorts its clients.
create table tags (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
-- One name has one tag, however it is capitalised.
create unique index tags_name on tags (cabinet_id, lower(name collate "und-x-icu"));
call build_wall('tags');

create table client_tags (
  cabinet_id bigint not null references cabinets,
  tag_id uuid not null,
  client_id uuid not null,
  primary key (cabinet_id, tag_id, client_id),
  foreign key (cabinet_id, tag_id) references tags on delete cascade,
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index client_tags_client on client_tags (cabinet_id, client_id);
call build_wall('client_tags');
