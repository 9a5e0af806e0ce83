-- Addresses of deleted forms: their links and printed QR codes go on saying that the form is closed.
create table deleted_forms (
  cabinet_id bigint not null references cabinets,
  form_key text not null,
  lang text not null,
  theme text not null,
  deleted_at timestamptz not null,
  primary key (cabinet_id, form_key)
);
call build_wall('deleted_forms');
