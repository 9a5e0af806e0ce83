-- Segments: clients by conditions, kept as a query that is run each time.
create table segments (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null default '',
  match text not null default 'all' check (match in ('all', 'any')),
  criteria jsonb not null default '[]',
  -- A draft that was never saved: not counted against the tariff, in no list, not usable.
  is_draft boolean not null default true,
  -- Number of matching clients when it was last counted.
  size int not null default 0,
  counted_at timestamptz,
  -- 0 while it is a draft.
  version int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id)
);
create index segments_updated on segments (cabinet_id, updated_at desc, id desc);
call build_wall('segments');

-- Deleting a segment that a push names is refused by this key.
alter table pushes
  add column segment_id uuid,
  add constraint pushes_segment foreign key (cabinet_id, segment_id) references segments;
create index pushes_segment on pushes (cabinet_id, segment_id) where segment_id is not null;
