-- Changes of the address with which a user signs in: asked for, confirmed from the new address, undone from the old.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  old_key text not null,
  new_email text not null,
  new_key text not null,
  -- Of the link to the new address; null as long as none was sent.
  token_hash bytea,
  -- Of the link to the old address; null where that one was never proved to be the user's.
  undo_hash bytea,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  undone_at timestamptz,
  -- Until then it can be undone, and after a confirmed change nobody else gets the old address.
  undo_until timestamptz not null
);
create index email_changes_user on email_changes (user_id);
create index email_changes_old on email_changes (old_key) where confirmed_at is not null;
create unique index email_changes_token on email_changes (token_hash);
create unique index email_changes_undo on email_changes (undo_hash);
grant select, insert, update, delete on email_changes to kartoteka_app;
