-- A further card that was withdrawn is in no wallet for our counts, although phones keep a void card until their owner
-- removes it.
create or replace function wallets_of_client(given_cabinet bigint, given_client uuid)
returns table (in_apple boolean, in_google boolean, removed_at timestamptz) language sql stable as $$
  select coalesce(bool_or(apple), false), coalesce(bool_or(google), false),
    case when not bool_or(apple or google) then max(removed) end
  from (
    select p.google_saved_at is not null as google, greatest(p.apple_removed_at, p.google_removed_at) as removed,
      exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
    from passes p
    where p.cabinet_id = given_cabinet and (p.is_main or p.voided_at is null) and p.client_id = any(array(
      select c.id from clients c where c.cabinet_id = given_cabinet and c.merged_into = given_client) || given_client)
  ) cards
$$;

create trigger keep_wallets_of_voided after update of voided_at, is_main on passes
  for each row when ((old.voided_at, old.is_main) is distinct from (new.voided_at, new.is_main))
  execute function keep_wallets_of_card();
