import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, createDatabase, dropDatabase, startTestPostgres, testConnection } from './postgres.ts'
import { until } from './until.ts'

const isOurs = process.env['TEST_PG_SOCKET'] === undefined
const template = `template_test_${process.pid}`
let server: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  if (isOurs) server = await startTestPostgres()
  await createDatabase(template)
  await query(template, `create table cards (serial text)`)
  await query(template, `insert into cards values ('first')`)
})

afterAll(async () => {
  await dropDatabase(template)
  await server?.stop()
})

async function query(database: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(testConnection(database))
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

test('a clone has the rows of its template, and what is written to it stays its own', async () => {
  const [one, two] = await Promise.all([cloneDatabase(template), cloneDatabase(template)])
  await query(one.name, `insert into cards values ('second')`)
  expect(await query(one.name, 'select count(*)::int from cards')).toEqual([{ count: 2 }])
  expect(await query(two.name, 'select count(*)::int from cards')).toEqual([{ count: 1 }])
  await Promise.all([one.drop(), two.drop()])
})

test('a clone waits for those who still read the template', async () => {
  const reader = new pg.Client(testConnection(template))
  await reader.connect()
  const cloning = cloneDatabase(template)
  const isRefused = `select 1 from pg_stat_activity where query like 'CREATE DATABASE%' and pid <> pg_backend_pid()`
  await until(async () => (await query('postgres', isRefused)).length > 0, 'the clone is being tried')
  await reader.end()
  const clone = await cloning
  expect(await query(clone.name, 'select serial from cards')).toEqual([{ serial: 'first' }])
  await clone.drop()
})

test('a dropped database is gone even if somebody was connected to it', async () => {
  const { name, drop } = await cloneDatabase(template)
  const guest = new pg.Client(testConnection(name))
  guest.on('error', () => {})
  await guest.connect()
  await drop()
  expect(await query('postgres', `select 1 from pg_database where datname = '${name}'`)).toEqual([])
})
