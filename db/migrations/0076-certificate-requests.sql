-- Requests for a certificate that were made here: the key stays, encrypted, until the certificate made for it signs.
create table certificate_requests (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  request_pem text not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  primary key (cabinet_id, id)
);
call build_wall('certificate_requests');
-- The request that this certificate was made for; null for one that came with its key.
alter table apple_certificates add column request_id uuid;
