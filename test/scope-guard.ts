/**
 * Row level security hides the rows of another scope without a word: a query in the wrong one finds nothing, and looks
 * like an empty table. In the databases of tests it is an error to read a table in a transaction that says none of the
 * things by which the table's policies show rows.
 */
import pg from 'pg'
import { APP_ROLE, OWNER_ROLE } from '../server/base/logins.ts'

const isOfApp = (policy: string) => `${policy}.polroles && array[0::oid, '${APP_ROLE}'::regrole::oid]`

/** Policies of the app's role, with the settings that all those of the same table name. */
const POLICIES = `
  select t.oid::regclass as name, p.polname as policy, pg_get_expr(p.polqual, t.oid) as condition,
    (select array_agg(distinct setting[1])::text from pg_policy o
      cross join lateral
        regexp_matches(pg_get_expr(o.polqual, t.oid), 'current_setting\\(''(app\\.\\w+)''', 'g') as named (setting)
      where o.polrelid = t.oid and ${isOfApp('o')}) as settings
  from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
  join pg_policy p on p.polrelid = t.oid and ${isOfApp('p')}
  where t.relkind in ('r', 'p') and t.relrowsecurity and pg_get_expr(p.polqual, t.oid) like '%current_setting(%'`

/**
 * The other roles have policies of their own, and a process of the version before logs in as the owner. A test of row
 * level security itself sets `app.unguarded`.
 */
const GUARD = `
  create function guarded_current_setting(wanted text, is_free boolean, read text, settings text[]) returns text
  language plpgsql stable as $$
  declare
    setting text;
  begin
    -- What belongs to somebody is shown after it was looked up, and may be nothing.
    if settings && array['app.people', 'app.cabinets'] then
      settings := settings || array['app.user', 'app.email'];
    end if;
    foreach setting in array array_append(settings, 'app.unguarded') loop
      -- No cabinet has the number 0.
      if coalesce(nullif(current_setting(setting, true), ''), '0') <> '0' then
        return current_setting(wanted, is_free);
      end if;
    end loop;
    if pg_has_role(current_user, '${APP_ROLE}', 'member') and not pg_has_role(session_user, '${OWNER_ROLE}', 'member')
    then
      raise exception '% is read in a scope that shows none of its rows', read using errcode = 'KS001';
    end if;
    return current_setting(wanted, is_free);
  end $$`

const SETTING = /current_setting\('(app\.\w+)'::text(, true)?\)/g

export async function guardScopes(owner: pg.Client): Promise<void> {
  await owner.query(GUARD)
  const { rows } = await owner.query<Record<'name' | 'policy' | 'condition' | 'settings', string>>(POLICIES)
  for (const { name, policy, condition, settings } of rows) {
    const guarded = condition.replace(
      SETTING,
      (_, setting: string, isFree?: string) =>
        `guarded_current_setting('${setting}', ${isFree !== undefined}, '${name}', '${settings}')`,
    )
    await owner.query(`alter policy ${pg.escapeIdentifier(policy)} on ${name} using (${guarded})`)
  }
}
