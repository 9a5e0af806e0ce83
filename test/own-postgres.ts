/** A PostgreSQL of a test's own that asks everybody but its superuser for a password, as a real one does. */
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { until } from './until.ts'

export type OwnPostgres = {
  /** The superuser's connection to a database. */
  superuser(database?: string): { host: string; port: number; user: string; database: string }
  /** Runs statements as the superuser. */
  run(statements: string, database?: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

const RULES = ['local all postgres trust', 'local all all scram-sha-256', ''].join('\n')

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const server = await launchPostgres({ throwaway: true })
  const superuser = (database = 'postgres') => ({ ...server.connection, database })
  const run = async (statements: string, database?: string) => {
    const client = new pg.Client(superuser(database))
    await client.connect()
    try {
      return await client.query(statements)
    } finally {
      await client.end()
    }
  }
  try {
    const { rows } = await run('show hba_file')
    writeFileSync(rows[0].hba_file, RULES)
    await run('select pg_reload_conf()')
    await until(async () => {
      const { rows: read } = await run("select from pg_hba_file_rules where auth_method = 'scram-sha-256'")
      return read.length === 1
    }, 'the new rules are read')
    return { superuser, run, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}
