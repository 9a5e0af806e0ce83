/** Runs the SQL files of db/migrations, each once, under one lock, as the owner of the database. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { APP_ROLE, type Connection, OPERATOR_ROLE, SCHEDULER_ROLE } from './db.ts'

const LOCK = 7_305_114

/** The role a server works as must exist before the tables that grant to it; roles belong to the whole server. */
const ROLES = `
do $$
declare wanted text;
begin
  perform pg_advisory_xact_lock(${LOCK});
  foreach wanted in array array['${APP_ROLE}', '${SCHEDULER_ROLE}', '${OPERATOR_ROLE}'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
    if not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$`

const TURN = 7_305_115

/** Runs `work` while no other process of this database runs work passed to this function. */
export async function oneAtATime<T>(owner: Connection, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${TURN})`)
    return await work()
  } finally {
    await client.end()
  }
}

/** @returns names of the files that ran now */
export async function migrate(owner: Connection, folder: string): Promise<string[]> {
  const client = new pg.Client(owner)
  await client.connect()
  const ran: string[] = []
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(ROLES)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      if (done.has(name)) continue
      await client.query('begin')
      try {
        await client.query(readFileSync(join(folder, name), 'utf8'))
        await client.query('insert into migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      ran.push(name)
    }
  } finally {
    await client.end()
  }
  return ran
}
