-- Named links of a form, one for each place where it is printed or posted. They outlive the form: their addresses go on
-- leading to its page, which says that it is closed.
create table form_links (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  form_key text not null,
  -- The last part of its short address, in small letters.
  code text not null,
  kind text not null,
  name text not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index form_links_code on form_links (cabinet_id, code);
create index form_links_form on form_links (cabinet_id, form_key);
call build_wall('form_links');
