-- The directory of cabinets: what can be read of one before it is opened.
create table tariffs (
  key text primary key,
  price_minor bigint not null,
  cards int not null,
  templates int not null,
  forms int not null,
  segments int not null,
  triggers int not null,
  users int not null,
  position int not null
);
insert into tariffs (key, price_minor, cards, templates, forms, segments, triggers, users, position) values
  ('demo', 0, 50, 1, 1, 0, 0, 2, 0),
  ('base', 3900, 500, 2, 3, 0, 0, 3, 1),
  ('advanced', 7900, 2000, 5, 10, 10, 10, 10, 2),
  ('expert', 14900, 5000, 20, 50, 50, 50, 50, 3);

create table cabinets (
  id bigint primary key,
  name text not null,
  domain text not null constraint cabinets_domain unique,
  tax_number text not null,
  balance_minor bigint not null default 0,
  is_agent boolean not null default false,
  is_poll_finished boolean not null default false,
  is_on_test_certificate boolean not null default true,
  tariff_key text references tariffs,
  demo_until timestamptz,
  next_card_number bigint not null default 1,
  cards int not null default 0,
  -- Rises with every change of cards; its row lock makes the order of tags the order of commits.
  change_tag bigint not null default 0,
  created_at timestamptz not null
);
grant select on tariffs to kartoteka_app;
grant select, insert, update on cabinets to kartoteka_app;

create table accesses (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  primary key (cabinet_id, id),
  unique (cabinet_id, user_id)
);
create index accesses_user on accesses (user_id);
alter table accesses enable row level security;
alter table accesses force row level security;
-- Besides the rows of the opened cabinet, users can read their own accesses before any cabinet is open.
create policy cabinet on accesses using (
  cabinet_id = (select nullif(current_setting('app.cabinet', true), '')::bigint)
  or user_id = (select nullif(current_setting('app.user', true), '')::uuid)
);
grant select, insert, update, delete on accesses to kartoteka_app;
