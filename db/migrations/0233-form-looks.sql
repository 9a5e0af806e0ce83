-- A logo and a background that support has put on a form. Kept with the form, because only its page shows them.
create table form_looks (
  cabinet_id bigint not null references cabinets,
  form_id uuid not null,
  part text not null check (part in ('logo', 'background')),
  -- In the address, so that a browser keeps the picture until it changes.
  hash text not null,
  bytes bytea not null,
  changed_at timestamptz not null,
  primary key (cabinet_id, form_id, part),
  foreign key (cabinet_id, form_id) references forms on delete cascade
);
call build_wall('form_looks');
