/** What a backup holds: every table of ours with its columns, and the jobs that wait. */
import type pg from 'pg'
import { BadSetting } from '../../server/base/env.ts'
import { JOBS_SCHEMA } from '../../server/base/install-jobs.ts'

export type Table = {
  /** With its schema, quoted where that is needed. */
  name: string
  columns: string
  /** What is copied: the table, or some of its rows. */
  source: string
}

const NOT_COPIED = ['migrations']
const UNFINISHED = `state in ('created', 'retry', 'active')`

const WHOLE = `t.relkind in ('r', 'p') and not t.relispartition
  and (n.nspname = 'public' and t.relname <> all($1)
    or n.nspname = '${JOBS_SCHEMA}' and t.relname in ('queue', 'schedule', 'job'))`

/** Columns that are calculated fill themselves. */
const COLUMNS = `
  select format('%I.%I', n.nspname, t.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
    as columns
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where ${WHOLE}
  group by n.nspname, t.relname
  order by n.nspname desc, array_position(array['queue', 'schedule', 'job'], t.relname::text), t.relname`

/** @returns in an order in which they can be filled, once foreign keys of ours are out of the way */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'source'>>(COLUMNS, [NOT_COPIED])
  return rows.map((one) => ({
    ...one,
    source: `select ${one.columns} from ${one.name}${one.name === `${JOBS_SCHEMA}.job` ? ` where ${UNFINISHED}` : ''}`,
  }))
}

export async function readJobsVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select version from ${JOBS_SCHEMA}.version`)
  return rows[0]?.version ?? 0
}

/** The owner sees all rows only where it says that it is no ordinary console. */
export async function passWalls(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config('app.migrating', 'on', false), set_config('app.cabinet', '0', false),
      set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
      set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO, YMD', false),
      set_config('intervalstyle', 'iso_8601', false), set_config('bytea_output', 'hex', false),
      set_config('extra_float_digits', '1', false)`,
  )
}

const OWNERS_CONDITION = `(current_setting('app.migrating'::text, true) = 'on'::text)`

/**
 * Tables whose policies apply to this user and could hide rows: nothing says that all are seen, or something says that
 * some are not.
 */
const HALF_SEEN = `
  select format('%I.%I', n.nspname, t.relname) as name
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  cross join lateral (
    select coalesce(bool_or(p.polpermissive and pg_get_expr(p.polqual, p.polrelid) in ('true', $2)), false) as is_open,
      coalesce(bool_or(not p.polpermissive), false) as is_narrowed
    from pg_policy p
    where p.polrelid = t.oid and p.polcmd in ('*', 'r')
      and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(role, 'usage'))
  ) policies
  where ${WHOLE} and row_security_active(t.oid) and (is_narrowed or not is_open)
  order by 1`

/**
 * A backup that lacks rows looks like a whole one, so a user who may not see all of them gets none.
 * @throws BadSetting
 */
export async function expectAllRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(HALF_SEEN, [NOT_COPIED, OWNERS_CONDITION])
  if (rows.length > 0)
    throw new BadSetting(
      `row level security may hide rows of ${rows.map(({ name }) => name).join(', ')} from this user of the ` +
        'database, and a backup would lack them: start the servers of this version once, or make the backup as a ' +
        'superuser',
    )
}
