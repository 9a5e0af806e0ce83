-- Who may be told of a cabinet's news by mail.
alter table accesses add column is_notifications boolean not null default true;

-- Invitations into a cabinet: one row an address, written anew when it is invited again.
create table invitations (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  inviter_id uuid not null references users,
  email text not null,
  -- Folded no further than case: an address that only looks alike is another one.
  email_key text not null,
  token_hash bytea not null,
  state text not null check (state in ('waiting', 'accepted', 'rejected', 'revoked')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (cabinet_id, id),
  constraint invitations_email unique (cabinet_id, email_key)
);
create index invitations_address on invitations (email_key);
call build_wall('invitations');
-- An invited person reads, and only reads, what waits for the address he has proved to own, before any door is open.
create policy invited on invitations for select to kartoteka_app using (
  email_key = (select nullif(current_setting('app.email', true), ''))
);
