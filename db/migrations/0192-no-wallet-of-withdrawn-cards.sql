-- The main card can be withdrawn too, and then it is in no wallet for our counts, like any other.
create or replace function wallets_of_client(given_cabinet bigint, given_client uuid)
returns table (in_apple boolean, in_google boolean, removed_at timestamptz) language sql stable as $$
  select coalesce(bool_or(apple), false), coalesce(bool_or(google), false),
    case when not bool_or(apple or google) then max(removed) end
  from (
    select p.google_saved_at is not null as google, greatest(p.apple_removed_at, p.google_removed_at) as removed,
      exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
    from passes p
    where p.cabinet_id = given_cabinet and p.voided_at is null and p.client_id = any(array(
      select c.id from clients c where c.cabinet_id = given_cabinet and c.merged_into = given_client) || given_client)
  ) cards
$$;

-- Of clients who were erased before. No cabinet is open in a migration, so row level security is off for this.
alter table clients no force row level security;
alter table passes no force row level security;
alter table registrations no force row level security;
alter table client_wallets no force row level security;
select keep_wallets(cabinet_id, client_id) from passes where voided_at is not null;
alter table clients force row level security;
alter table passes force row level security;
alter table registrations force row level security;
alter table client_wallets force row level security;
