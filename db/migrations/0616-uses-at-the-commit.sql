-- What a code was used for is counted at the commit, like the clients of forms (0591): strangers who fill in forms with
-- one code share its row, and none keeps it locked while its process is waited for. Whose use would be one too many
-- leaves nothing.
create function count_promo(given_cabinet bigint, given_promo uuid, is_limited boolean) returns void
language plpgsql set plan_cache_mode = auto as $$
declare
  cabinet_before text := current_setting('app.cabinet', true);
begin
  -- The transaction may have left the cabinet since.
  perform set_config('app.cabinet', given_cabinet::text, true);
  update promos set used = used + 1
  where cabinet_id = given_cabinet and id = given_promo and (not is_limited or max is null or used < max);
  if not found then
    raise exception 'the code is used up' using errcode = 'check_violation', constraint = 'promos_uses_left';
  end if;
  perform set_config('app.cabinet', coalesce(cabinet_before, ''), true);
end $$;

create function count_promo_use() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  perform count_promo(new.cabinet_id, new.promo_id, true);
  return null;
end $$;
create constraint trigger count_promo_use after insert on promo_uses
  deferrable initially deferred for each row execute function count_promo_use();

-- Friends: the limit is that of each inviter.
create function count_invitation() returns trigger language plpgsql set plan_cache_mode = auto as $$
begin
  perform count_promo(new.cabinet_id, new.promo_id, false);
  return null;
end $$;
create constraint trigger count_invitation after insert on client_invitations
  deferrable initially deferred for each row when (new.is_accrued) execute function count_invitation();
