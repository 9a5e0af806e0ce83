create table forms (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  form_key text not null,
  name text not null,
  template_id uuid not null,
  settings jsonb not null,
  version int not null default 1,
  opened int not null default 0,
  filled int not null default 0,
  installed int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (cabinet_id, id),
  constraint forms_key unique (cabinet_id, form_key),
  constraint forms_template foreign key (cabinet_id, template_id) references templates
);
call build_wall('forms');
