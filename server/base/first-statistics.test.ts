import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, dropDatabase, testConnection } from '../../test/postgres.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')
const name = `statistics_${process.pid}`

let client: pg.Client

beforeAll(async () => {
  await createDatabase(name)
  await migrate(testConnection(name), MIGRATIONS)
  client = new pg.Client(testConnection(name))
  await client.connect()
  // As a session of the product has it, and as PostgreSQL plans the check of a foreign key.
  await client.query("set plan_cache_mode = 'force_generic_plan'")
})
afterAll(async () => {
  await client?.end()
  await dropDatabase(name)
})

/** Tables of a business that are referred to by their key, and the columns of that key. */
const referred = async () => {
  const { rows } = await client.query<{ table: string; index: string; columns: string[] }>(
    `select distinct c.confrelid::regclass::text as table, i.relname as index,
       array(select attname::text from unnest(c.confkey) with ordinality k(no, place)
         join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.no order by place) as columns
     from pg_constraint c join pg_class i on i.oid = c.conindid
     where c.contype = 'f' and cardinality(c.confkey) > 1`,
  )
  return rows.filter((row) => row.columns.includes('cabinet_id'))
}

const planOf = async (table: string, columns: readonly string[]) => {
  const wanted = columns.map((column, place) => `${column} = $${place + 1}`).join(' and ')
  await client.query(`prepare checked as select 1 from only ${table} x where ${wanted} for key share of x`)
  const nothing = columns.map(() => 'null').join(', ')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute checked(${nothing})`)
  await client.query('deallocate checked')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('a foreign key is checked by the key before anything is analysed, not by all rows of a business', async () => {
  const tables = await referred()
  expect(tables.length).toBeGreaterThan(15)
  const wrong: string[] = []
  for (const { table, index, columns } of tables) {
    const plan = await planOf(table, columns)
    const isByKey = columns.every((column, place) => plan.includes(`(${column} = $${place + 1})`))
    if (!isByKey || !plan.includes(` ${index} `)) wrong.push(`${table}: ${plan}`)
  }
  expect(wrong).toEqual([])
})

it('leaves alone what an analysis has found', async () => {
  const distinct = async () =>
    (await client.query(`select n_distinct from pg_stats where tablename = 'clients' and attname = 'cabinet_id'`)).rows
  expect(await distinct()).toEqual([{ n_distinct: 1 }])
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', 'clients', 'attname', 'cabinet_id',
      'inherited', false, 'n_distinct', 40::real)`,
  )
  await client.query('vacuum clients')
  await migrate(testConnection(name), MIGRATIONS)
  expect(await distinct()).toEqual([{ n_distinct: 40 }])
})

it('assumes nothing of a table that has rows already, as after a restore', async () => {
  await client.query("select pg_clear_attribute_stats('public', 'tags', 'cabinet_id', false)")
  await client.query('set session_replication_role = replica')
  await client.query("insert into tags (cabinet_id, id, name, created_at) values (1, gen_random_uuid(), 'VIP', now())")
  await migrate(testConnection(name), MIGRATIONS)
  const { rows } = await client.query(`select from pg_stats where tablename = 'tags' and attname = 'cabinet_id'`)
  expect(rows).toHaveLength(0)
})
