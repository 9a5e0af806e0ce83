import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../server/base/db.ts'
import { expectLogins } from '../server/base/expect-logins.ts'
import { openLog } from '../server/base/log.ts'
import {
  APP_ROLE,
  type Connection,
  LOGIN_ROLES,
  loginAs,
  type LoginRole,
  SCHEDULER_ROLE,
  withLogin,
} from '../server/base/logins.ts'
import { loginNameFor } from '../server/base/make-logins.ts'
import { prepareDatabase, waitUntilPrepared } from '../server/main.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { cloneDatabase, testConnection, testLogin } from './postgres.ts'
import { TEMPLATE } from './template.ts'

const log = openLog('silent')

/** Runs statements with one login. @returns the last rows, or the code of the fault */
async function ask(login: Connection, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client(login)
  try {
    await client.connect()
    let rows: unknown
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await client.end()
  }
}

const endings = Object.keys(LOGIN_ROLES) as LoginRole[]

describe('the logins of a server', () => {
  let clone: { name: string; drop(): Promise<void> }
  let login: Connection
  beforeAll(async () => {
    clone = await cloneDatabase(TEMPLATE)
    login = testLogin(clone.name)
  })
  afterAll(() => clone?.drop())

  it.each(endings)('%s becomes no other role', async (ending) => {
    const roles = (await ask(testConnection(clone.name), 'select rolname from pg_roles')) as { rolname: string }[]
    const others = roles
      .map((row) => row.rolname)
      .filter((name) => name !== LOGIN_ROLES[ending] && !name.endsWith(`_${ending}`))
    expect(others).toContain('postgres')
    for (const other of others) {
      expect([other, await ask(loginAs(login, ending), `select set_config('role', '${other}', true)`)]).toEqual([
        other,
        '42501',
      ])
      expect([other, await ask(loginAs(login, ending), `set session authorization '${other}'`)]).toEqual([
        other,
        '42501',
      ])
    }
  })

  it('is refused as a superuser, and where it belongs to more than its role', async () => {
    await expect(expectLogins(login)).resolves.toBeUndefined()
    const client = new pg.Client(testConnection(clone.name))
    await client.connect()
    try {
      await client.query(`
        create role planted_app login in role ${APP_ROLE}; create role planted_scheduler login;
        create role planted_operator login superuser; create role planted_worker login`)
      const planted = { ...testLogin(clone.name), user: 'planted_app' }
      await expect(expectLogins(planted)).rejects.toThrow(`planted_scheduler does not belong to ${SCHEDULER_ROLE}`)
      await client.query(`grant ${SCHEDULER_ROLE} to planted_scheduler, planted_app`)
      await expect(expectLogins(planted)).rejects.toThrow(`planted_app belongs to ${SCHEDULER_ROLE} too`)
      await client.query(`revoke ${SCHEDULER_ROLE} from planted_app`)
      await expect(expectLogins(planted)).rejects.toThrow('planted_operator is a superuser')
      await expect(expectLogins({ ...planted, user: 'postgres' })).rejects.toThrow('ends in "_app", not "postgres"')
    } finally {
      await client.query('drop role if exists planted_app, planted_scheduler, planted_operator, planted_worker')
      await client.end()
    }
  })

  it('only the worker reads, changes and removes jobs, and nobody empties a queue', async () => {
    for (const [statement, ending] of [
      ['select data from pgboss.job', 'app'],
      ['select output from pgboss.job_common', 'app'],
      ["update pgboss.job set state = 'cancelled'", 'app'],
      ['delete from pgboss.job', 'app'],
      ['delete from pgboss.queue', 'app'],
      ['update pgboss.schedule set cron = cron', 'app'],
      ['select id from pgboss.job', 'scheduler'],
      ['select id from pgboss.job', 'operator'],
      ['select id from users', 'worker'],
      ['select name from clients', 'worker'],
      ...endings.flatMap((one) => [
        ['truncate pgboss.job', one] as const,
        ['truncate pgboss.job_common', one] as const,
        ['truncate pgboss.queue cascade', one] as const,
      ]),
    ] as const)
      expect([statement, ending, await ask(loginAs(login, ending), statement)]).toEqual([statement, ending, '42501'])
    expect(await ask(login, 'select count(*)::int from (select state from pgboss.job) jobs')).toEqual([
      { count: expect.any(Number) as number },
    ])
    expect(await ask(loginAs(login, 'worker'), 'select data from pgboss.job limit 0')).toEqual([])
  })
})

describe('a PostgreSQL of its own that asks for passwords', () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startOwnPostgres()
  })
  afterAll(() => postgres?.stop())

  it('has its logins made by an owner that is no superuser, for several processes at once', async () => {
    await postgres.run(`create role shop_owner login createrole password 'owned'`)
    await postgres.run('create database shop owner shop_owner')
    const owner = { ...postgres.superuser('shop'), user: 'shop_owner', password: 'owned' }
    const login = withLogin(owner, loginNameFor('shop'), 'first-secret')
    await Promise.all([1, 2, 3].map(() => prepareDatabase(owner, log, { newLogin: login })))
    await expect(expectLogins(login)).resolves.toBeUndefined()
    expect(await ask(withLogin(owner, loginNameFor('shop'), 'another'), 'select 1')).toBe('28P01')

    const database = openDatabase(login, 2, log)
    expect(await database.acrossCabinets(async () => 'entered')).toBe('entered')
    expect(await database.asOperator(async () => 'entered')).toBe('entered')
    await database.close()

    // A new master key gives another password.
    const later = withLogin(owner, loginNameFor('shop'), 'second-secret')
    await prepareDatabase(owner, log, { newLogin: later })
    await expect(expectLogins(later)).resolves.toBeUndefined()
    expect(await ask(login, 'select 1')).toBe('28P01')
  })

  it('refuses an owner that may not make roles, in words', async () => {
    await postgres.run(`create role plain_owner login password 'owned'`)
    await postgres.run('create database plain owner plain_owner')
    const owner = { ...postgres.superuser('plain'), user: 'plain_owner', password: 'owned' }
    const newLogin = withLogin(owner, loginNameFor('plain'), 'secret')
    await expect(prepareDatabase(owner, log, { newLogin })).rejects.toThrow('docs/operating.md says how')
  })
})

describe('the roles of docs/operating.md', () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startOwnPostgres()
  })
  afterAll(() => postgres?.stop())

  it('are all that a real PostgreSQL needs', async () => {
    const text = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
    const block = /```sql\n([^`]*create role kartoteka_owner[^`]*)```/.exec(text)?.[1] ?? ''
    const [roles = '', inside = ''] = block.replaceAll("password '…'", "password 'secret'").split('\\connect kartoteka')
    // One by one, because a database is not made inside a transaction.
    for (const statement of roles.split(';').filter((one) => one.trim() !== '')) await postgres.run(statement)
    await postgres.run(inside, 'kartoteka')

    const owner = { ...postgres.superuser('kartoteka'), user: 'kartoteka_owner', password: 'secret' }
    const login = withLogin(owner, APP_ROLE, 'secret')
    const [, process] = await Promise.all([prepareDatabase(owner, log), waitUntilPrepared(login)])
    expect(process).toBeUndefined()
    await expect(expectLogins(login)).resolves.toBeUndefined()
    expect(await ask(login, 'select id from users limit 0')).not.toEqual('42501')
    const functions = ['arraycontains', 'arrayoverlap', 'texticlike']
    const names = functions.map((name) => `'${name}'`).join()
    expect(
      await ask(login, `select proname from pg_proc where proleakproof and proname in (${names}) order by 1`),
    ).toEqual(functions.map((proname) => ({ proname })))
    expect(await ask(login, "select set_config('role', 'kartoteka_owner', true)")).toBe('42501')
    expect(await ask(login, 'create table planted ()')).toBe('42501')
  })
})
