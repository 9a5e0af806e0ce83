/**
 * A pool of connections to PostgreSQL that survives their loss: what ran on a lost connection fails, and the next
 * query opens another one.
 */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { orAway } from './database-faults.ts'
import type { Log } from './log.ts'
import type { Connection } from './logins.ts'
import { watchReach } from './reach.ts'
import { withoutContext } from './watch/context.ts'
import type { PoolFigures } from './watch/metrics.ts'
import { watchStatement } from './watch/statement.ts'

/** PostgreSQL gives up a statement of its own accord. */
const STATEMENT_MS = 30_000
/** It waits so long for a lock that another transaction holds. */
const LOCK_MS = 10_000

export type Patience = {
  /** For a free connection, or for a new one to open. */
  connectMs: number
  /** For the answer to a statement: longer than PostgreSQL itself takes, so that only a stalled server reaches it. */
  answerMs: number
}
const PATIENCE: Patience = { connectMs: 10_000, answerMs: STATEMENT_MS + 5_000 }

export type Pool = PostgresPool & {
  figures(): PoolFigures
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** What every session of a server works with. */
export const SESSION: Readonly<Record<string, string>> = {
  statement_timeout: `${STATEMENT_MS}`,
  lock_timeout: `${LOCK_MS}`,
  idle_in_transaction_session_timeout: '60000',
}

export type PoolOptions = {
  size: number
  log: Log
  /** A pooler is asked, which gives away sessions that are open already: they have their settings from their roles. */
  isPooled?: boolean
  types?: pg.CustomTypesConfig
  patience?: Patience
}

async function ask(client: pg.PoolClient, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  try {
    return await watchStatement(text, () => client.query(text, values))
  } catch (error) {
    throw orAway(error)
  }
}

function lend(client: pg.PoolClient): PostgresPoolClient {
  return {
    ...('processID' in client && { processID: client.processID as number }),
    // The other shape of it is for cursors, which nothing here uses.
    query: ((text: string, values: unknown[]) => ask(client, text, values)) as unknown as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isDiscarded),
  }
}

export function openPool(login: Connection, options: PoolOptions): Pool {
  const { size, log, types, isPooled = false } = options
  const patience = options.patience ?? PATIENCE
  const pool = new pg.Pool({
    ...login,
    ...(types && { types }),
    max: size,
    // Who asks twice need not wait for the first answer; PostgreSQL does one after the other all the same.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: patience.connectMs,
    // The driver then ends the connection, too: a server may stall without closing anything.
    query_timeout: patience.answerMs,
    idleTimeoutMillis: 30_000,
    ...(!isPooled && {
      options: Object.entries(SESSION)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
  })
  // A connection says here that it was lost, idle or in use, and an error that nobody listens to ends the process. It
  // says so more than once: what PostgreSQL gave as the reason, and that the line was cut.
  pool.on('connect', (client) => {
    client.once('error', (error: Error) =>
      withoutContext(() => log.warn({ error: error.message }, 'a database connection was lost')),
    )
    client.on('error', () => undefined)
  })
  pool.on('error', () => undefined)
  const reach = watchReach(log)
  const connect = () => reach(() => pool.connect())
  return {
    options: pool.options,
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: size }),
    connect: async () => lend(await connect()),
    async query(text, values) {
      const client = await connect()
      try {
        const result = await ask(client, text, values)
        client.release()
        return result
      } catch (error) {
        client.release(error instanceof Error ? error : true)
        throw error
      }
    },
    end: () => pool.end(),
  }
}
