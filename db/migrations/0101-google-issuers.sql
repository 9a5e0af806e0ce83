-- Issuers at Google Wallet that belong to the cabinet. One that was replaced is kept: cards on phones stay with it.
create table google_issuers (
  cabinet_id bigint not null references cabinets,
  issuer_id text not null,
  -- `in_queue`: Google has not approved the cards of this issuer yet.
  state text not null check (state in ('pending', 'in_queue', 'active', 'replaced')),
  name text not null,
  client_email text not null,
  sealed_key bytea not null,
  gmail text not null,
  -- The address is a user of the issuer; null: Google does not let the account see that.
  is_listed boolean,
  review text check (review in ('approved', 'under_review', 'rejected', 'draft')),
  checked_at timestamptz not null,
  created_at timestamptz not null,
  primary key (cabinet_id, issuer_id)
);
create unique index google_issuers_active on google_issuers (cabinet_id) where state = 'active';
create unique index google_issuers_waiting on google_issuers (cabinet_id) where state in ('pending', 'in_queue');
call build_wall('google_issuers');

-- The code that proves a Google account; only a digest is kept.
create table gmail_codes (
  cabinet_id bigint primary key references cabinets,
  email text not null,
  code_digest text not null,
  sent_at timestamptz not null,
  tries int not null default 0,
  verified_at timestamptz
);
call build_wall('gmail_codes');
