-- Row level security for what belongs to no cabinet: people, their sessions, the links in their emails, and cabinets
-- themselves. A transaction says what it is about, and sees nothing else: `app.cabinet` (0: outside every cabinet),
-- `app.user` (who acts), `app.email` (an address that is proved, for its invitations), `app.people` and `app.cabinets`
-- (those that belong to what was found), and `app.asked`: the key by which one row is looked up before anything is
-- known of it, with what kind of key it is, `email:…`, `token:…`, `session:…`, `change:…`, `domain:…`, `code:…`.

-- Users can read their own accesses only while no cabinet is open: inside one, its accesses and no others.
drop policy cabinet on accesses;
create policy cabinet on accesses using (
  cabinet_id = (select nullif(current_setting('app.cabinet', true), '')::bigint)
);
create policy own on accesses for select to kartoteka_app using (
  user_id = (select nullif(current_setting('app.user', true), '')::uuid)
  and (select coalesce(nullif(current_setting('app.cabinet', true), ''), '0') = '0')
);

alter table users enable row level security;
alter table users force row level security;
alter table sessions enable row level security;
alter table sessions force row level security;
alter table mail_tokens enable row level security;
alter table mail_tokens force row level security;
alter table email_changes enable row level security;
alter table email_changes force row level security;
alter table outside_visits enable row level security;
alter table outside_visits force row level security;
alter table cabinets enable row level security;
alter table cabinets force row level security;
-- Its policies are of 0067.
alter table audit_log force row level security;

-- A process of the version before this one logs in as the owner and changes its role. It knows none of the settings
-- above and works on while it is being replaced; no login of today's servers belongs to the owner.
create procedure let_older_processes_pass(walled regclass) language plpgsql as $$
begin
  execute format('create policy older_processes on %s to kartoteka_app '
    'using ((select pg_has_role(session_user, ''kartoteka_owner'', ''member'')))', walled);
end $$;
call let_older_processes_pass('users');
call let_older_processes_pass('sessions');
call let_older_processes_pass('mail_tokens');
call let_older_processes_pass('email_changes');
call let_older_processes_pass('outside_visits');
call let_older_processes_pass('cabinets');
drop procedure let_older_processes_pass;

-- No policy below reads another table: it would be planned anew with every statement. What belongs together is
-- looked up first, by the functions that begin with "show", and then stands in a setting.
-- A key that nobody has asked for is not put together for every row of a list.
create policy own on users to kartoteka_app using (
  id = (select nullif(current_setting('app.user', true), '')::uuid)
);
create policy shown on users for select to kartoteka_app using (
  id in (select unnest(string_to_array(nullif(current_setting('app.people', true), ''), ',')::uuid[]))
);
create policy asked on users for select to kartoteka_app using (
  (select current_setting('app.asked', true) <> '')
  and (select current_setting('app.asked', true)) in ('email:' || email_key, case when superuser then 'operators' end)
);

create policy own on sessions to kartoteka_app using (
  user_id = (select nullif(current_setting('app.user', true), '')::uuid)
);
create policy asked on sessions for select to kartoteka_app using (
  (select current_setting('app.asked', true)) in ('token:' || encode(token_hash, 'hex'), 'session:' || id)
);

create policy own on mail_tokens to kartoteka_app using (
  user_id = (select nullif(current_setting('app.user', true), '')::uuid)
);
create policy asked on mail_tokens to kartoteka_app using (
  'token:' || encode(token_hash, 'hex') = (select current_setting('app.asked', true))
);

create policy own on email_changes to kartoteka_app using (
  user_id = (select nullif(current_setting('app.user', true), '')::uuid)
);
create policy asked on email_changes to kartoteka_app using (
  (select current_setting('app.asked', true)) in ('token:' || encode(undo_hash, 'hex'), 'change:' || id)
);
create policy held on email_changes for select to kartoteka_app using (
  'email:' || old_key = (select current_setting('app.asked', true)) and confirmed_at is not null
);

-- `visits`: to delete those that are over.
create policy asked on outside_visits to kartoteka_app using (
  (select current_setting('app.asked', true))
    in ('token:' || encode(link_hash, 'hex'), 'token:' || encode(cookie_hash, 'hex'), 'visits')
);

create policy cabinet on cabinets to kartoteka_app using (
  id = (select nullif(current_setting('app.cabinet', true), '')::bigint)
);
create policy shown on cabinets for select to kartoteka_app using (
  id in (select unnest(string_to_array(nullif(current_setting('app.cabinets', true), ''), ',')::bigint[]))
);
create policy asked on cabinets for select to kartoteka_app using (
  (select current_setting('app.asked', true) <> '')
  and (select current_setting('app.asked', true)) in (
    'domain:' || domain, 'code:' || referral_code, case when promo_code <> '' then 'referred:' || promo_code end
  )
);

-- The rest of the transaction sees the people of the opened cabinet.
create function show_colleagues() returns void language sql set plan_cache_mode = 'auto' as $$
  select set_config('app.people', coalesce(string_agg(a.user_id::text, ','), ''), true) from accesses a
    where a.cabinet_id = (select current_setting('app.cabinet')::bigint)
$$;

-- The rest of the transaction sees the cabinets to which the user who acts has access.
create function show_own_cabinets() returns void language sql set plan_cache_mode = 'auto' as $$
  select set_config('app.cabinets', coalesce(string_agg(a.cabinet_id::text, ','), ''), true) from accesses a
    where a.user_id = (select nullif(current_setting('app.user'), '')::uuid)
$$;

-- The rest of the transaction sees who invites the proved address, and to which cabinets.
create function show_invitations() returns void language sql set plan_cache_mode = 'auto' as $$
  select set_config('app.cabinets', coalesce(string_agg(i.cabinet_id::text, ','), ''), true),
    set_config('app.people', coalesce(string_agg(i.inviter_id::text, ','), ''), true) from invitations i
    where i.email_key = (select nullif(current_setting('app.email'), ''))
$$;

-- Work over all cabinets and people.
create policy scheduler on users for select to kartoteka_scheduler using (true);
create policy scheduler on cabinets for select to kartoteka_scheduler using (true);
create policy operator on users for select to kartoteka_operator using (true);
create policy operator on sessions for select to kartoteka_operator using (true);
create policy operator on cabinets for select to kartoteka_operator using (true);
grant select (promo_code) on users to kartoteka_scheduler;
grant select (id, tariff_key, balance_minor, charged_on, demo_until) on cabinets to kartoteka_scheduler;
grant select (key, price_minor) on tariffs to kartoteka_scheduler;

-- Who has this session, in one round trip. Plans are kept, as every call runs the same ones.
create function find_session(given bytea)
returns table (
  session_id uuid, session_created_at timestamptz, last_used_at timestamptz, id uuid, email text,
  email_verified_at timestamptz, offer_version int, superuser boolean, lang text
) language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
declare
  held record;
begin
  perform set_config('app.cabinet', '0', true), set_config('app.user', '', true),
    set_config('app.asked', 'token:' || encode(given, 'hex'), true);
  select s.id, s.user_id, s.created_at, s.last_used_at into held from sessions s where s.token_hash = given;
  if held.id is null then return; end if;
  perform set_config('app.user', held.user_id::text, true);
  return query select held.id, held.created_at, held.last_used_at, u.id, u.email, u.email_verified_at,
    u.offer_version, u.superuser, u.lang
    from users u where u.id = held.user_id;
end $$;

-- The door: opens the cabinet for its user, and nothing for anybody else. Before the access is found only the user's
-- own accesses can be seen, and the cabinet that is opened is the one of the access.
create function open_cabinet(given_user uuid, given_cabinet bigint)
returns table (
  id bigint, name text, domain text, role text, rights text[], is_agent boolean, tariff_key text,
  demo_until timestamptz, balance_minor bigint
) language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
declare
  held record;
begin
  perform set_config('app.cabinet', '0', true), set_config('app.user', given_user::text, true);
  select a.cabinet_id, a.role, a.rights into held from accesses a
    where a.user_id = given_user and a.cabinet_id = given_cabinet;
  if held.cabinet_id is distinct from given_cabinet then return; end if;
  perform set_config('app.cabinet', held.cabinet_id::text, true);
  return query select c.id, c.name, c.domain, held.role, held.rights, c.is_agent, c.tariff_key, c.demo_until,
    c.balance_minor
    from cabinets c where c.id = given_cabinet;
end $$;

-- What a public page needs of the cabinet whose domain it is asked for.
create function find_cabinet(given text) returns table (id bigint, name text, domain text, tariff_key text)
language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
begin
  perform set_config('app.cabinet', '0', true), set_config('app.user', '', true),
    set_config('app.asked', 'domain:' || given, true);
  return query select c.id, c.name, c.domain, c.tariff_key from cabinets c where c.domain = given;
end $$;

-- Names of people whose ids stand in rows that were read.
create function find_names(given uuid[]) returns table (id uuid, name text, surname text)
language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
begin
  perform set_config('app.people', array_to_string(given, ','), true);
  return query select u.id, u.name, u.surname from users u where u.id = any (given);
  perform set_config('app.people', '', true);
end $$;

-- As in 0017, but user and cabinet are read after the key is found, as that user in that cabinet.
create or replace function take_api_call(given bytea, at timestamptz)
returns table (
  cabinet_id bigint, key_id uuid, scopes text[], user_id uuid, email text, email_verified_at timestamptz, lang text,
  per_hour int, per_second int, calls int, in_second int, is_taken boolean
) language plpgsql set plan_cache_mode = 'auto' as $$
#variable_conflict use_column
declare
  held record;
  maker record;
  plan record;
  counted record;
begin
  perform set_config('synchronous_commit', 'off', true), set_config('app.cabinet', '0', true),
    set_config('app.user', '', true), set_config('app.key', encode(given, 'hex'), true);
  select k.cabinet_id, k.id, k.scopes, k.last_used_at, k.made_by
    into held
    from api_keys k
    where (k.secret_hash = given or (k.old_hash = given and k.old_until > at))
      and (k.ends_at is null or k.ends_at > at);
  perform set_config('app.key', '', true);
  if held.id is null then return; end if;
  perform set_config('app.cabinet', held.cabinet_id::text, true), set_config('app.user', held.made_by::text, true);
  if not exists (select from accesses a where a.cabinet_id = held.cabinet_id and a.user_id = held.made_by) then
    return;
  end if;
  select u.id, u.email, u.email_verified_at, u.lang into maker from users u where u.id = held.made_by;
  select coalesce(t.api_per_hour, 0) as per_hour, coalesce(t.api_per_second, 0) as per_second into plan
    from cabinets c left join tariffs t on t.key = c.tariff_key where c.id = held.cabinet_id;

  insert into api_usage as u (cabinet_id, hour, calls, blocked, second, in_second, is_taken, by_key)
    select held.cabinet_id, date_trunc('hour', at), is_ok::int, (not is_ok)::int, date_trunc('second', at), is_ok::int,
      is_ok,
      case when is_ok then jsonb_build_object(held.id, 1) else '{}' end
    from (select plan.per_hour > 0 and plan.per_second > 0) as asked (is_ok)
    on conflict (cabinet_id, hour) do update set (calls, blocked, second, in_second, is_taken, by_key) = (
      -- The clocks of two processes differ slightly: an earlier second never starts over.
      select u.calls + is_ok::int, u.blocked + (not is_ok)::int, greatest(u.second, excluded.second),
        case when excluded.second > u.second then 0 else u.in_second end + is_ok::int, is_ok,
        case when is_ok
          then jsonb_set(u.by_key, array[held.id::text], to_jsonb(coalesce((u.by_key ->> held.id::text)::int, 0) + 1))
          else u.by_key end
      from (select u.calls < plan.per_hour
        and (excluded.second > u.second or u.in_second < plan.per_second)) as asked (is_ok)
    )
    returning u.calls, u.in_second, u.is_taken, xmax = 0 as is_first into counted;
  if counted.is_first then
    delete from api_usage o where o.cabinet_id = held.cabinet_id and o.hour < at - interval '7 days';
  end if;
  if held.last_used_at is null or held.last_used_at < at - interval '1 minute' then
    update api_keys k set last_used_at = at where k.cabinet_id = held.cabinet_id and k.id = held.id;
  end if;
  return query select held.cabinet_id, held.id, held.scopes, maker.id, maker.email, maker.email_verified_at, maker.lang,
    plan.per_hour, plan.per_second, counted.calls, counted.in_second, counted.is_taken;
end $$;
