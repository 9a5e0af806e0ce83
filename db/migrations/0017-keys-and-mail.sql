-- API keys of a cabinet. Revoking a key deletes its row.
create table api_keys (
  cabinet_id bigint not null references cabinets,
  id uuid not null,
  name text not null,
  -- First characters of the secret, to distinguish keys; the whole secret is stored nowhere.
  prefix text not null,
  secret_hash bytea not null,
  -- The secret before the last rotation, while it still works.
  old_hash bytea,
  old_until timestamptz,
  scopes text[] not null,
  -- A key may do what its creator may do, for as long as the creator may.
  made_by uuid not null references users on delete cascade,
  created_at timestamptz not null,
  ends_at timestamptz,
  last_used_at timestamptz,
  primary key (cabinet_id, id)
);
create index api_keys_secret on api_keys (secret_hash);
create index api_keys_old on api_keys (old_hash);
call build_wall('api_keys');
-- A caller with a secret can read (only read) the key it belongs to, before any cabinet is open.
create policy held on api_keys for select to kartoteka_app using (
  secret_hash = (select decode(nullif(current_setting('app.key', true), ''), 'hex'))
  or old_hash = (select decode(nullif(current_setting('app.key', true), ''), 'hex'))
);

-- Calls with keys by the hour. Its one row an hour and cabinet is what calls at the same time queue for.
create table api_usage (
  cabinet_id bigint not null references cabinets,
  hour timestamptz not null,
  calls int not null,
  blocked int not null,
  -- The latest second in which a call came, and how many were let through in it.
  second timestamptz not null,
  in_second int not null,
  -- Whether the latest call was allowed; the result of the counting statement.
  is_taken boolean not null,
  by_key jsonb not null,
  primary key (cabinet_id, hour)
) with (fillfactor = 50);
call build_wall('api_usage');

-- Finds the key of a secret and counts one call against the limits of its cabinet's tariff, all in one round trip:
-- of many simultaneous calls no more pass than the limits allow. No row is returned for a key that does not work.
-- The tariff's limit is with its other limits, in the finance migration. The count need not survive a crash, so no
-- call waits for the disk; and plans are kept, as every call runs the same ones.
create function take_api_call(given bytea, at timestamptz)
returns table (
  cabinet_id bigint, key_id uuid, scopes text[], user_id uuid, email text, email_verified_at timestamptz, lang text,
  per_hour int, per_second int, calls int, in_second int, is_taken boolean
) language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
declare
  held record;
  counted record;
begin
  perform set_config('synchronous_commit', 'off', true), set_config('app.cabinet', '0', true),
    set_config('app.key', encode(given, 'hex'), true);
  select k.cabinet_id, k.id, k.scopes, k.last_used_at, u.id as user_id, u.email, u.email_verified_at, u.lang,
      coalesce(t.api_per_hour, 0) as per_hour, coalesce(t.api_per_second, 0) as per_second
    into held
    from api_keys k join users u on u.id = k.made_by join cabinets c on c.id = k.cabinet_id
      left join tariffs t on t.key = c.tariff_key
    where (k.secret_hash = given or (k.old_hash = given and k.old_until > at))
      and (k.ends_at is null or k.ends_at > at);
  perform set_config('app.key', '', true);
  if held.id is null then return; end if;
  perform set_config('app.cabinet', held.cabinet_id::text, true);
  if not exists (select from accesses a where a.cabinet_id = held.cabinet_id and a.user_id = held.user_id) then
    return;
  end if;

  insert into api_usage as u (cabinet_id, hour, calls, blocked, second, in_second, is_taken, by_key)
    select held.cabinet_id, date_trunc('hour', at), is_ok::int, (not is_ok)::int, date_trunc('second', at), is_ok::int,
      is_ok,
      case when is_ok then jsonb_build_object(held.id, 1) else '{}' end
    from (select held.per_hour > 0 and held.per_second > 0) as asked (is_ok)
    on conflict (cabinet_id, hour) do update set (calls, blocked, second, in_second, is_taken, by_key) = (
      -- The clocks of two processes differ slightly: an earlier second never starts over.
      select u.calls + is_ok::int, u.blocked + (not is_ok)::int, greatest(u.second, excluded.second),
        case when excluded.second > u.second then 0 else u.in_second end + is_ok::int, is_ok,
        case when is_ok
          then jsonb_set(u.by_key, array[held.id::text], to_jsonb(coalesce((u.by_key ->> held.id::text)::int, 0) + 1))
          else u.by_key end
      from (select u.calls < held.per_hour
        and (excluded.second > u.second or u.in_second < held.per_second)) as asked (is_ok)
    )
    returning u.calls, u.in_second, u.is_taken, xmax = 0 as is_first into counted;
  if counted.is_first then delete from api_usage o where o.hour < at - interval '7 days'; end if;
  if held.last_used_at is null or held.last_used_at < at - interval '1 minute' then
    update api_keys k set last_used_at = at where k.cabinet_id = held.cabinet_id and k.id = held.id;
  end if;
  return query select held.cabinet_id, held.id, held.scopes, held.user_id, held.email,
    held.email_verified_at, held.lang,
    held.per_hour, held.per_second, counted.calls, counted.in_second, counted.is_taken;
end $$;

-- The sender of a cabinet's emails.
create table mail_settings (
  cabinet_id bigint primary key references cabinets,
  sender_name text not null default '',
  -- Confirmed: replies to emails go there.
  reply_to text,
  -- Not confirmed yet: an email with a link was sent to it.
  waiting_reply_to text,
  token_hash bytea,
  token_until timestamptz
);
call build_wall('mail_settings');

-- When the user of a session last entered the password again, after logging in.
alter table sessions add column password_checked_at timestamptz;
