/** The database of this installation: the one that DATABASE_URL names, else a PostgreSQL of our own in DATA_DIR. */
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../../server/base/db.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { launchPostgres } from '../postgres/launch.ts'
import type { Life } from './life.ts'

/** The driver's own words name the host, never the password. */
async function expectAnswer(connectionString: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
  } catch (error) {
    throw new BadSetting(
      'DATABASE_URL: the database cannot be reached ' +
        `(${error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)})`,
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/** @returns the connection of the owner of all tables */
export async function openOwner(env: Env, life: Life, log: Log): Promise<Connection> {
  if (env.databaseUrl) {
    await expectAnswer(env.databaseUrl)
    return { connectionString: env.databaseUrl }
  }
  const postgres = await launchPostgres({ dataDir: join(env.dataDir, 'postgres'), log: (line) => log.debug(line) })
  life.onEnd(() => postgres.stop())
  void postgres.exited.then(() => life.end('The database ended', 1))
  return postgres.connection
}
