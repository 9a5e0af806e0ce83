-- The words that clients have agreed to, each version once: a client's consent names them by their hash, and keeps them
-- when the form is changed or deleted.
create table consent_texts (
  cabinet_id bigint not null references cabinets,
  hash bytea not null,
  text text not null,
  -- When the first client agreed to it.
  first_at timestamptz not null,
  primary key (cabinet_id, hash)
);
call build_wall('consent_texts');
