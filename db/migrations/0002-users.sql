-- People who sign in. They belong to no cabinet.
create table users (
  id uuid primary key,
  name text not null,
  surname text not null,
  email text not null,
  -- Normalised for comparison: one address, one user.
  email_key text not null constraint users_email_key unique,
  email_verified_at timestamptz,
  phone text not null,
  password_hash text not null,
  superuser boolean not null default false,
  lang text not null default 'en',
  promo_code text not null default '',
  consent_at timestamptz not null,
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null constraint sessions_token_hash unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Links in emails: confirm an address, set a new password. Each works once.
create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id, purpose);

grant select, insert, update, delete on users, sessions, mail_tokens to kartoteka_app;
