-- Apple pass type certificates of a cabinet: one signs now, one may wait for activation. Keys are encrypted.
create table apple_certificates (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  state text not null check (state in ('pending', 'active', 'replaced')),
  is_test boolean not null,
  pass_type_identifier text not null,
  team_identifier text not null,
  organisation text not null,
  certificate_pem text not null,
  intermediate_pem text not null,
  sealed_key bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
create unique index apple_certificates_one on apple_certificates (cabinet_id, state)
  where state in ('pending', 'active');
call build_wall('apple_certificates');
