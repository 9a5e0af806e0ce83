-- Views of the list of clients that a business has saved: search, filters, order and columns under a name.
create table client_views (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  shown jsonb not null,
  made_by uuid not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index client_views_name on client_views (cabinet_id, lower(name collate "und-x-icu"));
call build_wall('client_views');
