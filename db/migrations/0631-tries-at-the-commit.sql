-- How many clients one address has made through a form is counted at the commit, too: people who share a Wi-Fi share
-- that row, and would wait for whoever has counted and not committed yet. What is to be counted is left in a setting of
-- the transaction. Who is one too many leaves nothing.
create function count_try_at_commit() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare
  asked jsonb := nullif(current_setting('app.try_at_commit', true), '')::jsonb;
  counted int;
begin
  if asked is null then
    return null;
  end if;
  insert into tries (key, window_start, count) values (asked ->> 'key', (asked ->> 'windowStart')::timestamptz, 1)
  on conflict (key) do update set
    count = case when tries.window_start = excluded.window_start then tries.count + 1 else 1 end,
    window_start = excluded.window_start
  returning count into counted;
  if counted > (asked ->> 'max')::int then
    raise exception 'one try too many' using errcode = 'check_violation', constraint = 'tries_left';
  end if;
  return null;
end $$;
-- By its name before whatever others wait for at the commit.
create constraint trigger add_client_of_address after insert on clients
  deferrable initially deferred for each row when (new.card_number < 0) execute function count_try_at_commit();
