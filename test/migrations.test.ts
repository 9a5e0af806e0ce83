import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OWNER_ROLE } from '../server/base/logins.ts'
import { migrate } from '../server/base/migrate.ts'
import { createDatabase, dropDatabase, testConnection } from './postgres.ts'

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')
const name = `migrations_${process.pid}`
const ID = '00000000-0000-4000-8000-000000000009'

let folder: string
let admin: pg.Client
const owner = () => ({ ...testConnection(name), user: name })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kartoteka-migrations-'))
  await createDatabase(name)
  admin = new pg.Client(testConnection(name))
  await admin.connect()
  await admin.query(`create role ${name} login; grant ${OWNER_ROLE} to ${name}`)
  await admin.query(`alter database ${name} owner to ${name}`)
})
afterAll(async () => {
  await admin?.end()
  await dropDatabase(name)
  const client = new pg.Client(testConnection('postgres'))
  await client.connect()
  await client.query(`drop role if exists ${name}`)
  await client.end()
  rmSync(folder, { recursive: true, force: true })
})

/** A row with something in every column that needs it, whatever it refers to. */
async function put(table: string, row: Record<string, unknown>): Promise<void> {
  const { rows } = await admin.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  )
  const blank = (type: string) => {
    if (type === 'uuid') return crypto.randomUUID()
    if (type.startsWith('timestamp')) return new Date()
    if (/int|numeric/.test(type)) return 1
    return type.startsWith('json') ? '{}' : ''
  }
  const full = { ...Object.fromEntries(rows.map((one) => [one.name, blank(one.type)])), ...row }
  const names = Object.keys(full)
  await admin.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(full),
  )
}

/** Runs the files up to this one. */
function migrateThrough(last: string): Promise<string[]> {
  for (const file of readdirSync(MIGRATIONS)) if (file <= last) copyFileSync(join(MIGRATIONS, file), join(folder, file))
  return migrate(owner(), folder)
}

const addFile = (file: string, statements: string) => writeFileSync(join(folder, file), statements)

it('an owner that is no superuser migrates an empty database, and fills in what is there', async () => {
  await migrateThrough('0028-update-end.sql')
  await admin.query('set session_replication_role = replica')
  await put('cabinets', { id: 1, tariff_key: null })
  await put('templates', { cabinet_id: 1, id: ID, type: 'bonus' })
  await put('pushes', { cabinet_id: 1, id: ID, type: 'geo', is_active: true, message: 'Hello' })
  await put('push_templates', { cabinet_id: 1, push_id: ID, template_id: ID })
  await put('push_points', { cabinet_id: 1, push_id: ID, no: 1, latitude: 50, longitude: 14 })
  await admin.query('set session_replication_role = origin')

  await migrateThrough('9999')
  const { rows } = await admin.query('select cabinet_id::int, push_id, no, text, latitude from template_points')
  expect(rows).toEqual([{ cabinet_id: 1, push_id: ID, no: 1, text: 'Hello', latitude: 50 }])
  expect(await migrate(owner(), folder)).toEqual([])
})

it('a later migration reads and changes the rows of every cabinet', async () => {
  addFile('9001-planted.sql', "update pushes set message = 'Changed by a migration'")
  expect(await migrate(owner(), folder)).toEqual(['9001-planted.sql'])
  expect((await admin.query('select message from pushes')).rows).toEqual([{ message: 'Changed by a migration' }])
})

it('a new foreign key is checked against the rows that are there', async () => {
  addFile(
    '9002-planted.sql',
    `alter table pushes add constraint planted foreign key (cabinet_id, id) references segments`,
  )
  await expect(migrate(owner(), folder)).rejects.toThrow('9002-planted.sql')
  rmSync(join(folder, '9002-planted.sql'))
})

it('outside a migration the owner meets the wall', async () => {
  const client = new pg.Client(owner())
  await client.connect()
  await expect(client.query('select from pushes')).rejects.toThrow('app.cabinet')
  await client.query("select set_config('app.cabinet', '0', false)")
  expect((await client.query('select from pushes')).rows).toEqual([])
  await client.end()
})
