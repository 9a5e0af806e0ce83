/**
 * The database: one pool for people's calls under row level security, one narrow role for scheduled work over all
 * cabinets. Rows of a cabinet are reached only through a `CabinetDb`.
 */
import { Kysely, PostgresDialect, sql, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { codeOf, DatabaseAway } from './database-faults.ts'
import { type Connection, loginAs } from './logins.ts'
import type { Log } from './log.ts'
import { openPool, type Pool } from './pool.ts'
import { countVainWaits } from './reach.ts'
import { refuseWriting } from './read-only.ts'
import { openTurns, type Turns } from './turns.ts'
import type { PoolFigures } from './watch/metrics.ts'

export { constraintOf, isDatabaseGone, isDatabaseSlow } from './database-faults.ts'

/** Rooms name the tables they use: `db.withTables<PushTables>()`. */
export type Db = Kysely<object>
export type Tx = Transaction<object>

declare const door: unique symbol
/** A transaction that sees the rows of one cabinet. Made by `insideCabinet` only. */
export type CabinetDb = { readonly cabinetId: number; readonly tx: Tx; readonly [door]: true }

export type Database = {
  readonly db: Db
  /** Passed to calls that only read: writes through it are refused, inside a transaction and outside. */
  readonly isReadOnly: boolean
  /** For counting tries, which calls that only read do too: never inside the transaction of a call. */
  readonly counters: Db
  /** One cabinet never takes all connections: its slow calls wait for each other, not others for them. */
  readonly turns: Turns
  /** The only pool today; a second database server would be chosen here. */
  shardOf(cabinetId: number): Db
  /** Scheduled work over all cabinets: each table it reads has a policy that allows it. */
  acrossCabinets<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * What the operator reads of all cabinets and people, by the policies named `operator`; it may write tariffs only.
   */
  asOperator<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Its connections, by what they serve. */
  pools(): Record<'calls' | 'scheduler' | 'operator', PoolFigures>
  /** The same database for a call that only reads. */
  readOnly(): Database
  close(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const TURN_MS = 10_000

// Named statements with a generic plan are up to 80 times slower on skewed cabinets.
const SETTINGS = { plan_cache_mode: 'force_custom_plan' }

const openTyped = (login: Connection, size: number, log: Log): Pool =>
  openPool(login, { size, log, types, settings: SETTINGS })
const openKysely = (pool: Pool) => new Kysely<object>({ dialect: new PostgresDialect({ pool }) })

/**
 * @param login of the app's role; the other roles log in beside it, so no connection can change into another role
 * @param poolSize connections for people's calls; two more serve the scheduler, two the operator
 */
export function openDatabase(login: Connection, poolSize: number, log: Log): Database {
  const noteVainWait = countVainWaits(log, 'all database connections that one cabinet may use were taken')
  const pools = {
    calls: openTyped(login, poolSize, log),
    scheduler: openTyped(loginAs(login, 'scheduler'), 2, log),
    operator: openTyped(loginAs(login, 'operator'), 2, log),
  }
  const db = openKysely(pools.calls)
  const scheduler = openKysely(pools.scheduler)
  const operator = openKysely(pools.operator)
  const reading = db.withPlugin(refuseWriting)
  const turns = openTurns(Math.max(1, poolSize - Math.ceil(poolSize / 3)), TURN_MS, () => {
    noteVainWait()
    return new DatabaseAway('all connections of one cabinet are taken')
  })
  const open = (isReadOnly: boolean): Database => ({
    db: isReadOnly ? reading : db,
    isReadOnly,
    counters: db,
    turns,
    shardOf: () => db,
    acrossCabinets: (work) => begin(scheduler, isReadOnly).execute(work),
    asOperator: (work) =>
      begin(operator, isReadOnly).execute(async (tx) => {
        // No cabinet has the number 0, so row level security shows no rows here.
        await sql`select set_config('app.cabinet', '0', true)`.execute(tx)
        return work(tx)
      }),
    pools: () => ({
      calls: pools.calls.figures(),
      scheduler: pools.scheduler.figures(),
      operator: pools.operator.figures(),
    }),
    readOnly: () => open(true),
    async close() {
      await Promise.all([db.destroy(), scheduler.destroy(), operator.destroy()])
    },
  })
  return open(false)
}

/** In a read-only transaction PostgreSQL itself refuses to write, to lock rows and to notify. */
function begin(db: Db, isReadOnly: boolean): TransactionBuilder<object> {
  return isReadOnly ? db.withoutPlugins().transaction().setAccessMode('read only') : db.transaction()
}

const RETRYABLE = new Set(['40001', '40P01'])
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 4 || !RETRYABLE.has(codeOf(error))) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * attempt))
    }
  }
}

/**
 * A transaction over the tables that belong to no cabinet. Repeated after a deadlock, so `work` must be safe to repeat.
 */
export function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => begin(database.db, database.isReadOnly).execute(work))
}

/**
 * A transaction that sees one cabinet. `userId` shows the user's own accesses too.
 * Repeated after a deadlock, so `work` must be safe to repeat.
 */
export function insideCabinet<T>(
  database: Database,
  cabinetId: number,
  work: (db: CabinetDb) => Promise<T>,
  userId = '',
): Promise<T> {
  return retrying(() =>
    database.turns(cabinetId, () =>
      begin(database.shardOf(cabinetId), database.isReadOnly).execute(async (tx) => {
        await sql`
          select set_config('app.cabinet', ${String(cabinetId)}, true), set_config('app.user', ${userId}, true)
        `.execute(tx)
        return work({ cabinetId, tx } as CabinetDb)
      }),
    ),
  )
}

/** A transaction that sees all accesses of a user. */
export function asUser<T>(database: Database, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() =>
    begin(database.db, database.isReadOnly).execute(async (tx) => {
      await sql`select set_config('app.user', ${userId}, true)`.execute(tx)
      return work(tx)
    }),
  )
}

/**
 * A transaction that sees the invitations to one address, and no cabinet: there is none with the number 0.
 * @param emailKey an address that is proved
 */
export function asInvited<T>(database: Database, emailKey: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() =>
    begin(database.db, database.isReadOnly).execute(async (tx) => {
      await sql`select set_config('app.cabinet', '0', true), set_config('app.email', ${emailKey}, true)`.execute(tx)
      return work(tx)
    }),
  )
}

const EPOCH_MS = Date.UTC(2026, 0, 1)

/** Number of a cabinet: milliseconds since 2026 and 12 random bits, below 2^53, made without asking the database. */
export function newCabinetId(nowMs: number): number {
  return (nowMs - EPOCH_MS) * 4096 + Math.floor(Math.random() * 4096)
}
