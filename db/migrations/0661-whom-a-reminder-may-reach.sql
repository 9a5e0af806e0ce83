-- Where nearly everybody has the card in a wallet or was reminded, all clients of a form, all wallets and all reminders
-- were read to find the others (decision 210). Here are clients whom a reminder may still reach, and everybody whom it
-- does: who came by a form, has agreed and has an address, without those who had a card in a wallet or were reminded.
-- Whoever reads it asks the rest anew, so a client too many does no harm.
create table reminder_candidates (
  cabinet_id bigint not null references cabinets,
  form_id uuid not null,
  client_id uuid not null,
  -- No card of theirs is older.
  client_since timestamptz not null,
  primary key (cabinet_id, form_id, client_id) include (client_since)
);
call build_wall('reminder_candidates');

-- Somebody else who takes the same client away at this moment is not waited for. A plan that was made while there were
-- hardly any would read all of them for each of many.
create function drop_reminder_candidate(given_cabinet bigint, given_form uuid, given_client uuid) returns void
language plpgsql set plan_cache_mode = auto set enable_seqscan = off as $$
begin
  perform from reminder_candidates
  where cabinet_id = given_cabinet and form_id = given_form and client_id = given_client for update skip locked;
  if found then
    delete from reminder_candidates
    where cabinet_id = given_cabinet and form_id = given_form and client_id = given_client;
  end if;
end $$;

create function may_be_reminded(c clients) returns boolean language sql immutable as $$
  select c.form_id is not null and c.consent_at is not null and c.archived_at is null and (c.email <> '' or c.tel <> '')
$$;

-- Whether a card was in a wallet is not asked here: who has changed that meanwhile may not have committed yet.
create function keep_reminder_candidate() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  if tg_op = 'UPDATE' and old.form_id is not null then
    perform drop_reminder_candidate(old.cabinet_id, old.form_id, old.id);
  end if;
  if may_be_reminded(new) then
    insert into reminder_candidates (cabinet_id, form_id, client_id, client_since)
    values (new.cabinet_id, new.form_id, new.id, new.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger keep_reminder_candidate_of_new after insert on clients
  for each row when (new.form_id is not null) execute function keep_reminder_candidate();
create trigger keep_reminder_candidate after update of form_id, consent_at, archived_at, email, tel on clients
  for each row when (
    (old.form_id is not null or new.form_id is not null)
    and (old.form_id, old.consent_at is null, old.archived_at is null, old.email = '' and old.tel = '')
      is distinct from (new.form_id, new.consent_at is null, new.archived_at is null, new.email = '' and new.tel = ''))
  execute function keep_reminder_candidate();

create function forget_reminder_candidates() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  delete from reminder_candidates r using removed c
  where r.cabinet_id = c.cabinet_id and r.form_id = c.form_id and r.client_id = c.id;
  return null;
end $$;
create trigger forget_reminder_candidates after delete on clients referencing old table as removed
  for each statement execute function forget_reminder_candidates();

-- A wallet has the first card of a client, or a reminder leaves; or it was taken back.
create function keep_candidate_of_wallet() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare
  client clients;
begin
  select * into client from clients where cabinet_id = new.cabinet_id and id = new.client_id;
  if client.form_id is null then
    return null;
  end if;
  if new.in_apple or new.in_google or new.removed_at is not null then
    perform drop_reminder_candidate(client.cabinet_id, client.form_id, client.id);
  elsif may_be_reminded(client) then
    insert into reminder_candidates (cabinet_id, form_id, client_id, client_since)
    values (client.cabinet_id, client.form_id, client.id, client.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger keep_reminder_candidate_of_new after insert on client_wallets
  for each row when (new.in_apple or new.in_google or new.removed_at is not null)
  execute function keep_candidate_of_wallet();
create trigger keep_reminder_candidate after update on client_wallets
  for each row when ((old.in_apple or old.in_google or old.removed_at is not null)
    is distinct from (new.in_apple or new.in_google or new.removed_at is not null))
  execute function keep_candidate_of_wallet();

create function keep_candidate_of_reminder() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare
  client clients;
begin
  if tg_op = 'INSERT' then
    perform drop_reminder_candidate(c.cabinet_id, c.form_id, c.id) from clients c
    where c.cabinet_id = new.cabinet_id and c.id = new.client_id and c.form_id is not null;
    return null;
  end if;
  select * into client from clients where cabinet_id = old.cabinet_id and id = old.client_id;
  if may_be_reminded(client) then
    insert into reminder_candidates (cabinet_id, form_id, client_id, client_since)
    values (client.cabinet_id, client.form_id, client.id, client.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger keep_reminder_candidate after insert or delete on client_reminders
  for each row execute function keep_candidate_of_reminder();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table client_wallets no force row level security;
alter table client_reminders no force row level security;
alter table reminder_candidates no force row level security;
insert into reminder_candidates (cabinet_id, form_id, client_id, client_since)
select c.cabinet_id, c.form_id, c.id, c.created_at from clients c
where may_be_reminded(c)
  and not exists (select from client_wallets w where w.cabinet_id = c.cabinet_id and w.client_id = c.id
    and (w.in_apple or w.in_google or w.removed_at is not null))
  and not exists (select from client_reminders r where r.cabinet_id = c.cabinet_id and r.client_id = c.id);
alter table clients force row level security;
alter table client_wallets force row level security;
alter table client_reminders force row level security;
alter table reminder_candidates force row level security;
