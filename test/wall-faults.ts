/** Reads the catalogue: is the wall of every cabinet's table complete, and does it stop the server's role. */
import type pg from 'pg'
import { APP_ROLE, LOGIN_ROLES } from '../server/base/logins.ts'

const ofPublic = `from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'`
const isWalled = (alias: string) =>
  `exists (select from pg_attribute w where w.attrelid = ${alias}.oid and w.attname = 'cabinet_id' ` +
  'and not w.attisdropped)'
/** Position of cabinet_id among the columns of a table. */
const cabinetOf = (relation: string) =>
  `(select w.attnum from pg_attribute w where w.attrelid = ${relation} and w.attname = ` +
  `'cabinet_id' and not w.attisdropped)`

/** The table of cabinets is one by its own id. */
const ownId = (alias: string) =>
  `(select w.attnum from pg_attribute w where w.attrelid = ${alias}.oid and ${alias}.relname = ` +
  `'cabinets' and w.attname = 'id')`

/** A policy beside the wall itself: it must be there for the scheduler alone. */
const WALL = 'cabinet'
/** Gates for reading only; the migration has the reasons. */
const READING_GATES = ['invitations.invited', 'api_keys.held', 'accesses.own']
/** They make and drop tables of months, which only the owner can, and say nothing of what is in them. */
const OWNERS_FUNCTIONS = ['make_message_month', 'drop_message_month'].map((name) => `'${name}'`).join(', ')
const ROLES = Object.values(LOGIN_ROLES)
  .map((name) => `'${name}'`)
  .join(', ')
const gateNames = READING_GATES.map((name) => `'${name}'`).join(', ')

const CHECKS: readonly { say: string; sql: string }[] = [
  {
    say: 'has no row level security',
    sql: `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and ${isWalled('t')}
      and not t.relrowsecurity`,
  },
  {
    say: 'lets its owner past the wall (no FORCE)',
    sql: `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and ${isWalled('t')}
      and not t.relforcerowsecurity`,
  },
  {
    say: 'has no policy of the cabinet',
    sql: `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and ${isWalled('t')} and not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polname = '${WALL}' and p.polcmd = '*'
        and p.polroles = '{0}' and p.polwithcheck is null
        and pg_get_expr(p.polqual, t.oid) like '(cabinet_id = ( SELECT %current_setting(''app.cabinet''%bigint%')`,
  },
  {
    say: 'has a gate in its wall',
    sql: `select t.relname || '.' || p.polname as name from pg_policy p join pg_class t on t.oid = p.polrelid
      where ${isWalled('t')} and p.polname <> '${WALL}' and p.polpermissive
        and not (p.polcmd = 'r' and t.relname || '.' || p.polname in (${gateNames}))
        and (p.polroles && array[0::oid, (select oid from pg_roles where rolname = '${APP_ROLE}')])`,
  },
  {
    say: 'may be without a cabinet',
    sql: `select t.relname as name ${ofPublic} join pg_attribute a on a.attrelid = t.oid
      and a.attname = 'cabinet_id' where t.relkind in ('r', 'p') and not a.attnotnull`,
  },
  {
    say: 'has no primary key that starts with cabinet_id',
    sql: `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and ${isWalled('t')} and not exists (
      select from pg_constraint c
      where c.conrelid = t.oid and c.contype = 'p' and c.conkey[1] = ${cabinetOf('t.oid')})`,
  },
  {
    say: 'is unique across cabinets, so one could ask what another has',
    sql: `select i.relname as name from pg_index x join pg_class t on t.oid = x.indrelid
      join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
      join pg_class i on i.oid = x.indexrelid
      where x.indisunique and ${isWalled('t')} and not ${cabinetOf('t.oid')} = any (x.indkey)`,
  },
  {
    say: 'points into a walled table without the cabinet',
    sql: `select t.relname || '.' || c.conname as name ${ofPublic}
      join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' join pg_class f on f.oid = c.confrelid
      where ${isWalled('f')} and not coalesce((
        select bool_or(
          c.conkey[i] = coalesce(${cabinetOf('t.oid')}, ${ownId('t')}) and c.confkey[i] = ${cabinetOf('f.oid')})
        from generate_subscripts(c.conkey, 1) i), false)`,
  },
  {
    say: 'shows rows past the wall (a view of its owner)',
    sql: `select t.relname as name ${ofPublic} where t.relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any (t.reloptions), false)`,
  },
  {
    say: "runs with its owner's rights (SECURITY DEFINER)",
    sql: `select f.proname as name from pg_proc f join pg_namespace n on n.oid = f.pronamespace
      and n.nspname = 'public' where f.prosecdef and not (f.proname = any(array[${OWNERS_FUNCTIONS}])
        and not has_function_privilege('public', f.oid, 'execute')
        and not has_function_privilege('${APP_ROLE}', f.oid, 'execute'))`,
  },
  {
    say: 'is a part of a table and may be asked for itself',
    sql: `select t.relname as name ${ofPublic} where t.relispartition and exists (
      select from pg_roles r where r.rolname = any(array[${ROLES}])
        and (has_any_column_privilege(r.oid, t.oid, 'select, insert, update')
          or has_table_privilege(r.oid, t.oid, 'delete')))`,
  },
]

/** One readable line per fault, `clients has no row level security`. */
export async function wallFaults(client: pg.Client): Promise<string[]> {
  const faults: string[] = []
  for (const { say, sql } of CHECKS) {
    for (const { name } of (await client.query<{ name: string }>(sql)).rows) faults.push(`${name} ${say}`)
  }
  return faults.sort()
}

/** What lets a role past any wall. */
export async function roleFaults(client: pg.Client, role: string): Promise<string[]> {
  const {
    rows: [found],
  } = await client.query<
    Record<'rolsuper' | 'rolbypassrls' | 'rolcreaterole' | 'rolcreatedb' | 'rolreplication', boolean>
  >('select * from pg_roles where rolname = $1', [role])
  if (!found) return [`there is no role ${role}`]
  const faults: string[] = []
  if (found.rolsuper) faults.push(`${role} is a superuser`)
  if (found.rolbypassrls) faults.push(`${role} has BYPASSRLS`)
  if (found.rolcreaterole || found.rolcreatedb || found.rolreplication)
    faults.push(`${role} may make roles or databases, or replicate`)
  const list = async (say: string, sql: string) => {
    for (const { name } of (await client.query<{ name: string }>(sql, [role])).rows)
      faults.push(`${role} ${say} ${name}`)
  }
  await list(
    'owns',
    `select c.relname as name from pg_class c where c.relowner = (select oid from pg_roles
      where rolname = $1) and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  )
  await list(
    'owns the function',
    `select f.proname as name from pg_proc f where f.proowner = (select oid from pg_roles where rolname = $1)`,
  )
  await list(
    'is a member of',
    `select g.rolname as name from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles r
      on r.oid = m.member where r.rolname = $1`,
  )
  // TRUNCATE asks no policy.
  await list(
    'may truncate',
    `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and has_table_privilege($1, t.oid, 'truncate')`,
  )
  return faults
}

/** Every table behind the wall; its parts are asked by nobody. */
export async function walledTables(client: pg.Client): Promise<string[]> {
  return (
    await client.query<{ name: string }>(
      `select t.relname as name ${ofPublic} where t.relkind in ('r', 'p') and not t.relispartition
         and ${isWalled('t')} order by 1`,
    )
  ).rows.map((row) => row.name)
}
