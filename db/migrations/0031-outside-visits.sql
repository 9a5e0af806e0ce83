-- One-time links to the emulated mailbox, SMS inbox and wallets, and the visits that they have opened.
create table outside_visits (
  link_hash bytea primary key,
  -- Of the cookie of the browser that opened the link; null until then.
  cookie_hash bytea constraint outside_visits_cookie unique,
  -- The operator's session that asked for the link: the visit ends with it. Null: a start has printed the link.
  session_id uuid references sessions on delete cascade,
  ends_at timestamptz not null
);
create index outside_visits_session on outside_visits (session_id);
grant select, insert, update, delete on outside_visits to kartoteka_app;
