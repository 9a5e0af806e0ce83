/** Removes the demo from a database, as its owner: all of it in one transaction or nothing, and nothing else. */
import type pg from 'pg'
import { JOBS_SCHEMA } from '../server/base/install-jobs.ts'

export type Removed = { businesses: number; users: number }

/** Somebody else's data depends on the demo; the message says whose and what to do. */
export class DemoInUse extends Error {}

/** A column that refers to a business under another name than `cabinet_id`, or to a user. */
type Reference = { table: string; column: string; isNullable: boolean }

const oneColumn = async <T>(client: pg.Client, sql: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query<{ one: T }>(sql, values)).rows.map((row) => row.one)

/** Every table with rows of businesses; a table comes before those that its foreign keys name. */
async function tablesOfBusinesses(client: pg.Client): Promise<string[]> {
  const tables = await oneColumn<string>(
    client,
    `select c.relname as one from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'cabinet_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relrowsecurity
      order by 1`,
  )
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and conrelid <> confrelid`,
  )
  const sorted: string[] = []
  const open = new Set(tables)
  while (open.size > 0) {
    const free = [...open].filter((one) => !rows.some(({ child, parent }) => parent === one && open.has(child)))
    // In a circle the first by name begins; PostgreSQL refuses it if that breaks a key, and nothing is removed.
    const next = free.length > 0 ? free : [...open].slice(0, 1)
    for (const one of next) open.delete(one)
    sorted.push(...next)
  }
  return sorted
}

function referencesTo(client: pg.Client, parent: 'cabinets' | 'users'): Promise<Reference[]> {
  return oneColumn<Reference>(
    client,
    `select json_build_object('table', k.conrelid::regclass::text, 'column', a.attname,
        'isNullable', not a.attnotnull) as one
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and cardinality(k.conkey) = 1 and k.confrelid = $1::regclass and k.confdeltype = 'a'
        and a.attname <> 'cabinet_id'`,
    [parent],
  )
}

/** Rows of others that name what goes: the name goes too, or the row where it cannot be without one. */
async function forget(client: pg.Client, references: readonly Reference[], ids: readonly string[]): Promise<void> {
  for (const { table, column, isNullable } of references) {
    const where = `${column}::text = any($1)`
    await client.query(
      isNullable ? `update ${table} set ${column} = null where ${where}` : `delete from ${table} where ${where}`,
      [ids],
    )
  }
}

/** @throws DemoInUse when a business that is not the demo's would be left without an owner */
async function expectNoOrphans(client: pg.Client, users: readonly string[], businesses: readonly string[]) {
  const orphans = await oneColumn<string>(
    client,
    `select c.name || ' (' || c.domain || ')' as one from cabinets c
      where c.id::text <> all($2)
        and exists (select from accesses a where a.cabinet_id = c.id and a.user_id::text = any($1))
        and not exists (select from accesses a where a.cabinet_id = c.id and a.role = 'owner'
          and a.user_id::text <> all($1))
      order by 1`,
    [users, businesses],
  )
  if (orphans.length === 0) return
  throw new DemoInUse(
    `only users of the demo own ${orphans.join(', ')}, which is no part of it: make somebody else an owner there, ` +
      'or add -- --with-their-businesses to remove it too',
  )
}

async function businessesOf(client: pg.Client, users: readonly string[]): Promise<string[]> {
  const found = await oneColumn<string>(
    client,
    `select cabinet_id::text as one from accesses a where role = 'owner' and user_id::text = any($1)
      and not exists (select from accesses o where o.cabinet_id = a.cabinet_id and o.role = 'owner'
        and o.user_id::text <> all($1))`,
    [users],
  )
  return found
}

const partsOf = (client: pg.Client, kinds: readonly string[]) =>
  oneColumn<string>(client, 'select id as one from demo_parts where kind = any($1)', [kinds])

async function removeAll(client: pg.Client, options: { withTheirBusinesses: boolean }): Promise<Removed> {
  const users = await partsOf(client, ['user', 'operator'])
  const own = await partsOf(client, ['business'])
  const businesses = options.withTheirBusinesses ? [...new Set([...own, ...(await businessesOf(client, users))])] : own
  await expectNoOrphans(client, users, businesses)
  const tables = await tablesOfBusinesses(client)
  // Triggers note what is removed in tables of their own, which the second round empties.
  for (const table of [...tables, ...tables])
    await client.query(`delete from ${table} where cabinet_id::text = any($1)`, [businesses])
  // Work that waits for them would fail until it is given up.
  await client.query(`delete from ${JOBS_SCHEMA}.job where data->>'cabinetId' = any($1)`, [businesses])
  await forget(client, await referencesTo(client, 'cabinets'), businesses)
  const gone = await client.query('delete from cabinets where id::text = any($1)', [businesses])
  await forget(client, await referencesTo(client, 'users'), users)
  const left = await client.query('delete from users where id::text = any($1)', [users])
  await client.query('delete from demo_parts')
  await client.query("insert into demo_parts values ('removed', '')")
  await client.query("delete from installation_secrets where name in ('demo-is-seeded', 'demo-password')")
  return { businesses: gone.rowCount ?? 0, users: left.rowCount ?? 0 }
}

/** @throws DemoInUse */
export async function removeDemo(client: pg.Client, options: { withTheirBusinesses: boolean }): Promise<Removed> {
  await client.query('begin')
  // The owner sees all rows only where it says that it is no ordinary console.
  await client.query("select set_config('app.cabinet', '0', true), set_config('app.migrating', 'on', true)")
  try {
    const removed = await removeAll(client, options)
    await client.query('commit')
    return removed
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
