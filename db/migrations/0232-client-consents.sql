-- Every wording that a client has agreed to, and when; the latest one is in the client's row, too.
create table client_consents (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  hash bytea not null,
  at timestamptz not null,
  ip text,
  form_id uuid,
  primary key (cabinet_id, client_id, hash),
  foreign key (cabinet_id, client_id) references clients on delete cascade
);
create index client_consents_hash on client_consents (cabinet_id, hash);
call build_wall('client_consents');

-- Kept where the client's row changes, so processes of the version before this one keep it too.
create function keep_consent() returns trigger language plpgsql as $$
begin
  insert into client_consents (cabinet_id, client_id, hash, at, ip, form_id)
  values (new.cabinet_id, new.id, new.consent_text_hash, new.consent_at, new.consent_ip, new.form_id)
  on conflict do nothing;
  return null;
end $$;
create trigger keep_consent_of_new after insert on clients
  for each row when (new.consent_text_hash is not null and new.consent_at is not null)
  execute function keep_consent();
create trigger keep_consent after update of consent_text_hash on clients
  for each row when (new.consent_text_hash is not null and new.consent_at is not null
    and new.consent_text_hash is distinct from old.consent_text_hash)
  execute function keep_consent();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table client_consents no force row level security;
insert into client_consents (cabinet_id, client_id, hash, at, ip, form_id)
select cabinet_id, id, consent_text_hash, consent_at, consent_ip, form_id from clients
where consent_text_hash is not null and consent_at is not null;
alter table clients force row level security;
alter table client_consents force row level security;
