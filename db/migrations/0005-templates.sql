-- Pictures of cards. Kept in the database: they commit with the row that names them and every process sees them.
create table files (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  sha256 bytea not null,
  width int not null,
  height int not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id),
  unique (cabinet_id, sha256)
);
call build_wall('files');

-- A cabinet's own variables; the ten system ones are constants of the product.
create table variables (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  default_value text not null default '',
  description text not null default '',
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index variables_name on variables (cabinet_id, lower(name));
call build_wall('variables');

create table templates (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  type text not null check (type in ('bonus', 'discount', 'standard')),
  is_default boolean not null default false,
  design jsonb not null,
  birthday_enabled boolean not null default false,
  variables jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index templates_default on templates (cabinet_id) where is_default;
call build_wall('templates');
