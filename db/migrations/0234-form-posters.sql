-- What the business has written on the posters of a form instead of the usual text; null: the usual one.
create table form_posters (
  cabinet_id bigint not null references cabinets,
  form_id uuid not null,
  title text,
  benefit text,
  steps text,
  note text,
  changed_at timestamptz not null,
  primary key (cabinet_id, form_id),
  foreign key (cabinet_id, form_id) references forms on delete cascade
);
call build_wall('form_posters');
