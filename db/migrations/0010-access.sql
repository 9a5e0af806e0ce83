-- Who receives a cabinet's notices by email.
alter table accesses add column is_notifications boolean not null default true;

-- Invitations to a cabinet: one row per address, replaced when it is invited again.
create table invitations (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  inviter_id uuid not null references users,
  email text not null,
  -- Only case is ignored: an address that merely looks alike is a different one.
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
-- Users can read (only read) invitations to an address they have confirmed, before any cabinet is open.
create policy invited on invitations for select to kartoteka_app using (
  email_key = (select nullif(current_setting('app.email', true), ''))
);
