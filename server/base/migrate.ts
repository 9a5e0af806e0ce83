/** Runs the SQL files of db/migrations, each once, under one lock, as the owner of the database. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { BadSetting } from './env.ts'
import { assumeStatistics } from './first-statistics.ts'
import { APP_ROLE, type Connection, OPERATOR_ROLE, OWNER_ROLE, SCHEDULER_ROLE, WORKER_ROLE } from './logins.ts'
import { letOwnerPass } from './owner-policies.ts'

/** A process that must not be surprised by a migration takes it shared. */
export const MIGRATION_LOCK = 7_305_114

/**
 * Roles must exist before the tables that grant to them. They belong to the whole PostgreSQL server, where another
 * database may be making them at the same time.
 */
const ROLES = `
do $$
declare wanted text;
begin
  foreach wanted in array
    array['${APP_ROLE}', '${SCHEDULER_ROLE}', '${OPERATOR_ROLE}', '${WORKER_ROLE}', '${OWNER_ROLE}']
  loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
  if not pg_has_role(current_user, '${OWNER_ROLE}', 'usage') then
    execute format('grant ${OWNER_ROLE} to %I', current_user);
  end if;
end $$`

const TURNS = { schema: 7_305_115, demo: 7_305_116 }

/** Runs `work` while no other process of this database runs work of the same kind passed to this function. */
export async function oneAtATime<T>(
  login: Connection,
  work: () => Promise<T>,
  kind: keyof typeof TURNS = 'schema',
): Promise<T> {
  const client = new pg.Client(login)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${TURNS[kind]})`)
    return await work()
  } finally {
    await client.end()
  }
}

export const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

async function makeRoles(client: pg.Client): Promise<void> {
  try {
    await client.query(ROLES)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error
    throw new BadSetting(
      'the owner of the database may not make the roles it needs ' +
        `(${(error as Error).message}); docs/operating.md says how they are made by hand`,
    )
  }
}

async function runFile(client: pg.Client, folder: string, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/**
 * @param only these of the files
 * @returns names of the files that ran now
 */
export async function migrate(
  owner: Connection,
  folder: string,
  only: readonly string[] = filesIn(folder),
): Promise<string[]> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  const ran: string[] = []
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await makeRoles(client)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    await client.query(`grant select on migrations to ${APP_ROLE}`)
    // An owner that is no superuser meets the wall like everybody else.
    await client.query(`select set_config('app.cabinet', '0', false), set_config('app.migrating', 'on', false)`)
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    for (const name of filesIn(folder)) {
      if (done.has(name) || !only.includes(name)) continue
      await letOwnerPass(client)
      await runFile(client, folder, name)
      ran.push(name)
    }
    await letOwnerPass(client)
    await assumeStatistics(client)
  } finally {
    await client.end()
  }
  return ran
}

const UNDEFINED_TABLE = '42P01'
/** The role has no rights yet, or the login does not belong to it yet. */
const NO_RIGHTS = '42501'

/** @returns names of the files that have not run in this database */
export async function missingMigrations(login: Connection, folder: string): Promise<string[]> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    return filesIn(folder).filter((name) => !done.has(name))
  } catch (error) {
    const { code = '' } = error as pg.DatabaseError
    if (code !== UNDEFINED_TABLE && code !== NO_RIGHTS) throw error
    return filesIn(folder)
  } finally {
    await client.end()
  }
}
