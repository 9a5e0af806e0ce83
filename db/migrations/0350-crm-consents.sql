-- Systems that are entered by their owner's consent: what is waiting for it, and the tokens that it gave.
create table crm_consents (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  -- Of the state that the vendor sends back, which is used once.
  state_hash bytea not null,
  type text not null,
  user_id uuid not null,
  -- Settings and the verifier of the code; encrypted for this row.
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create index crm_consents_state on crm_consents (cabinet_id, state_hash);
call build_wall('crm_consents');

create table crm_tokens (
  cabinet_id bigint primary key references cabinets,
  id uuid not null,
  type text not null,
  -- The address at which the consent was given: tokens go nowhere else.
  place text not null,
  -- Access and refresh token; encrypted for this row.
  sealed bytea not null,
  -- null: the vendor does not say.
  expires_at timestamptz,
  -- Raised whenever other tokens are stored: an answer to older ones changes nothing.
  generation int not null default 1,
  -- Who is getting other tokens now, and until when nobody else does; by the clock of the database.
  claim uuid,
  claimed_until timestamptz,
  -- The vendor does not take them any more.
  ended_at timestamptz
);
call build_wall('crm_tokens');

-- People of a system that cannot be searched by phone.
create table crm_index (
  cabinet_id bigint not null references cabinets,
  crm_id text not null,
  -- The last ten digits.
  phone text not null,
  card text not null,
  email text not null,
  primary key (cabinet_id, crm_id)
);
create index crm_index_phone on crm_index (cabinet_id, phone) where phone <> '';
create index crm_index_card on crm_index (cabinet_id, card) where card <> '';
create index crm_index_email on crm_index (cabinet_id, email) where email <> '';
call build_wall('crm_index');
create table crm_index_places (
  cabinet_id bigint primary key references cabinets,
  place text not null
);
call build_wall('crm_index_places');
