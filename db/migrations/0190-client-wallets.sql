-- In which wallets the cards of each client are, so that the list, its filter and segments read it and do not ask every
-- card and every phone. All cards of a person count: those of clients who were merged into this one too. A client
-- without a row never had a card in a wallet. Not columns of `clients`: a phone that registers would wait for the till
-- that saves the same client, and the till for the phone.
create table client_wallets (
  cabinet_id bigint not null references cabinets,
  client_id uuid not null,
  in_apple boolean not null default false,
  in_google boolean not null default false,
  -- When the last card left its last wallet; null while one is in a wallet.
  removed_at timestamptz,
  primary key (cabinet_id, client_id)
);
call build_wall('client_wallets');
create index client_wallets_apple on client_wallets (cabinet_id, client_id) where in_apple;
create index client_wallets_google on client_wallets (cabinet_id, client_id) where in_google;
create index client_wallets_removed on client_wallets (cabinet_id, client_id) where removed_at is not null;

-- What the cards of a client say now.
create function wallets_of_client(given_cabinet bigint, given_client uuid)
returns table (in_apple boolean, in_google boolean, removed_at timestamptz) language sql stable as $$
  select coalesce(bool_or(apple), false), coalesce(bool_or(google), false),
    case when not bool_or(apple or google) then max(removed) end
  from (
    select p.google_saved_at is not null as google, greatest(p.apple_removed_at, p.google_removed_at) as removed,
      exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
    from passes p
    where p.cabinet_id = given_cabinet and p.client_id = any(array(
      select c.id from clients c where c.cabinet_id = given_cabinet and c.merged_into = given_client) || given_client)
  ) cards
$$;

-- Kept where the rows change, in the same transaction, so no event is forgotten and processes of the version before
-- this one keep it too. Whoever changes another card of the client waits for the row, and then sees what was committed.
create function keep_wallets(given_cabinet bigint, given_client uuid) returns void language plpgsql as $$
declare
  one uuid;
begin
  for one in
    select id from clients where cabinet_id = given_cabinet and id = given_client
    union all
    select merged_into from clients where cabinet_id = given_cabinet and id = given_client and merged_into is not null
  loop
    insert into client_wallets (cabinet_id, client_id) values (given_cabinet, one) on conflict do nothing;
    perform from client_wallets where cabinet_id = given_cabinet and client_id = one for update;
    update client_wallets w
    set in_apple = now.in_apple, in_google = now.in_google, removed_at = now.removed_at
    from wallets_of_client(given_cabinet, one) now
    where w.cabinet_id = given_cabinet and w.client_id = one
      and (w.in_apple, w.in_google, w.removed_at) is distinct from (now.in_apple, now.in_google, now.removed_at);
  end loop;
end $$;

-- The card is locked before the client's row, as everybody does who changes a card.
create function keep_wallets_of_phone() returns trigger language plpgsql as $$
declare
  of_client uuid;
begin
  select client_id into of_client from passes
  where cabinet_id = coalesce(new.cabinet_id, old.cabinet_id) and id = coalesce(new.pass_id, old.pass_id)
  for no key update;
  if found then
    perform keep_wallets(coalesce(new.cabinet_id, old.cabinet_id), of_client);
  end if;
  return null;
end $$;
create trigger keep_wallets after insert or delete on registrations
  for each row execute function keep_wallets_of_phone();

create function keep_wallets_of_card() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform keep_wallets(new.cabinet_id, new.client_id);
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.client_id <> new.client_id) then
    perform keep_wallets(old.cabinet_id, old.client_id);
  end if;
  return null;
end $$;
create trigger keep_wallets_of_new after insert on passes
  for each row when (coalesce(new.google_saved_at, new.apple_removed_at, new.google_removed_at) is not null)
  execute function keep_wallets_of_card();
create trigger keep_wallets_of_changed
  after update of client_id, google_saved_at, apple_removed_at, google_removed_at on passes
  for each row when ((old.client_id, old.google_saved_at, old.apple_removed_at, old.google_removed_at)
    is distinct from (new.client_id, new.google_saved_at, new.apple_removed_at, new.google_removed_at))
  execute function keep_wallets_of_card();
create trigger keep_wallets_of_gone after delete on passes for each row execute function keep_wallets_of_card();

create function keep_wallets_of_merged() returns trigger language plpgsql as $$
begin
  perform from passes where cabinet_id = new.cabinet_id and client_id in (new.id, old.merged_into, new.merged_into)
    order by id for no key update;
  perform keep_wallets(new.cabinet_id, new.id);
  if old.merged_into is not null then
    perform keep_wallets(new.cabinet_id, old.merged_into);
  end if;
  return null;
end $$;
create trigger keep_wallets after update of merged_into on clients
  for each row when (old.merged_into is distinct from new.merged_into) execute function keep_wallets_of_merged();

create function forget_wallets() returns trigger language plpgsql as $$
begin
  delete from client_wallets w using removed r where w.cabinet_id = r.cabinet_id and w.client_id = r.id;
  return null;
end $$;
create trigger forget_wallets after delete on clients referencing old table as removed
  for each statement execute function forget_wallets();

-- No cabinet is open in a migration, so row level security is off for this statement.
alter table clients no force row level security;
alter table passes no force row level security;
alter table registrations no force row level security;
alter table client_wallets no force row level security;
insert into client_wallets (cabinet_id, client_id, in_apple, in_google, removed_at)
select cabinet_id, person, bool_or(apple), bool_or(google), case when not bool_or(apple or google) then max(removed) end
from (
  select p.cabinet_id, person, p.google_saved_at is not null as google,
    greatest(p.apple_removed_at, p.google_removed_at) as removed,
    exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
  from passes p
  join clients c on c.cabinet_id = p.cabinet_id and c.id = p.client_id
  cross join lateral unnest(array[c.id, c.merged_into]) person
  where person is not null
) cards
where apple or google or removed is not null
group by cabinet_id, person;
alter table clients force row level security;
alter table passes force row level security;
alter table registrations force row level security;
alter table client_wallets force row level security;
