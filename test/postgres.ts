/**
 * One throwaway PostgreSQL for a whole test run, and databases in it: a test file clones a template in a few
 * milliseconds and has it for itself. As a vitest `globalSetup` this file starts and stops the server.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { launchPostgres } from '../scripts/postgres/launch.ts'

const objectInUse = '55006'
const patienceMs = 120_000

/** Starts the server of this run and publishes it to all its processes as TEST_PG_SOCKET and TEST_PG_PORT. */
export async function startTestPostgres(): Promise<{ stop(): Promise<void> }> {
  const server = await launchPostgres({ throwaway: true })
  process.env['TEST_PG_SOCKET'] = server.connection.host
  process.env['TEST_PG_PORT'] = String(server.connection.port)
  return {
    stop: async () => {
      delete process.env['TEST_PG_SOCKET']
      delete process.env['TEST_PG_PORT']
      await server.stop()
    },
  }
}

/** For vitest: the returned function is the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  return () => server.stop()
}

/** What `pg` needs to reach a database of the run's server as its superuser. */
export function testConnection(database: string): { host: string; port: number; user: string; database: string } {
  const { TEST_PG_SOCKET: host, TEST_PG_PORT: port } = process.env
  if (!host || !port) throw new Error('No test PostgreSQL is running: start the run with startTestPostgres() first')
  return { host, port: Number(port), user: 'postgres', database }
}

/** What every server of a test file reads its database with, when the file sets it. */
export const usedClient: { Client?: typeof pg.Client } = {}

/** The app's login, which the template makes for all databases of the run: what a server works as. */
export function testLogin(database: string): ReturnType<typeof testConnection> {
  return { ...testConnection(database), user: 'kartoteka_test_app', ...usedClient }
}

/** Creates an empty database, or a copy of a template; waits while somebody is still connected to the template. */
export async function createDatabase(name: string, template?: string): Promise<void> {
  // Copied as files: through the log of a server that is thrown away it takes three times as long.
  const source = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`
  await maintain(`CREATE DATABASE ${pg.escapeIdentifier(name)}${source}`)
}

/** Drops a database together with the connections still open to it; one that does not exist is fine. */
export async function dropDatabase(name: string): Promise<void> {
  await maintain(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

/** A copy of the template under a fresh name. */
export async function cloneDatabase(template: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `${template.slice(0, 40)}_${randomBytes(6).toString('hex')}`
  await createDatabase(name, template)
  return { name, drop: () => dropDatabase(name) }
}

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client(testConnection('postgres'))
  await client.connect()
  try {
    await retryWhileInUse(() => client.query(statement))
  } finally {
    await client.end()
  }
}

async function retryWhileInUse(act: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== objectInUse || Date.now() > deadline) throw error
      await sleep(25)
    }
  }
}
