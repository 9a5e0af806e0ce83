-- When a vendor may be asked again, for all processes together. A key is a digest; after a crash it may be lost.
create unlogged table paces (
  key bytea primary key,
  free_at timestamptz not null
);
grant select, insert, update, delete on paces to kartoteka_app;
