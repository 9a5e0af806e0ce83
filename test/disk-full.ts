/** A database whose disk can become full: every statement that writes is refused as PostgreSQL refuses it then. */
import { query } from './direct-access.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

const SETUP = `
  create table disk (is_full boolean not null);
  insert into disk values (false);
  create function expect_room() returns trigger language plpgsql security definer set search_path = public as $$ begin
    if (select is_full from disk) then
      raise 'could not extend file "base/5/16397": No space left on device' using errcode = 'disk_full';
    end if;
    return null;
  end $$;
  do $$ declare one regclass; begin
    for one in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and c.relname <> 'disk'
    loop execute format('create trigger expect_room before insert or update or delete on %s
      for each statement execute function expect_room()', one); end loop;
  end $$`

/** Working servers hold locks, so it may take a few tries. */
export const makeDisk = (server: TestServer): Promise<void> =>
  until(
    () =>
      query(server, SETUP).then(
        () => true,
        () => false,
      ),
    'every table expects room',
  )

export async function setDiskFull(server: TestServer, isFull: boolean): Promise<void> {
  await query(server, 'update disk set is_full = $1', [isFull])
}
