/**
 * The database: one pool for people's calls under row level security, one narrow role for scheduled work over all
 * cabinets. Rows of a cabinet are reached only through a `CabinetDb`.
 */
import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { codeOf, DatabaseAway } from './database-faults.ts'
import { type Connection, loginAs } from './logins.ts'
import type { Log } from './log.ts'
import { openPool, type Pool } from './pool.ts'
import { countVainWaits } from './reach.ts'
import { refuseWriting } from './read-only.ts'
import { openReplicas, type ReplicaOptions, type Replicas } from './replicas.ts'
import { openShard, type Shard } from './transact.ts'
import { openTurns, type Turns } from './turns.ts'
import type { PoolFigures } from './watch/metrics.ts'

export { conditionOf, constraintOf, isDatabaseGone, isDatabaseSlow } from './database-faults.ts'

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
  shardOf(cabinetId: number): Shard
  /** Scheduled work over all cabinets: each table it reads has a policy that allows it. */
  acrossCabinets<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * What the operator reads of all cabinets and people, by the policies named `operator`; it may write tariffs and its
   * own bank details only.
   */
  asOperator<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Of a call that only reads and may be answered by a replica. */
  readonly replicas: Replicas | undefined
  /** Its connections, by what they serve. */
  pools(): Record<'calls' | 'scheduler' | 'operator', PoolFigures> & Record<string, PoolFigures>
  /** The same database for a call that only reads. @param mayLag its answer may be some seconds old */
  readOnly(mayLag?: boolean): Database
  /** What a call that only reads notes beside its answer, such as a request to a CRM: never inside its transaction. */
  forNotes(): Database
  close(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const TURN_MS = 10_000

/** Where queries go: to PostgreSQL itself, or through a pooler. */
export type Way = { login: Connection; isPooled: boolean }

/**
 * @param way with the login of the app's role; the other roles log in beside it, so no connection can change into
 * another role
 * @param poolSize connections for people's calls; two more serve the scheduler, two the operator
 * @param copies its replicas, each of which gets as many connections for people's calls
 */
export function openDatabase(way: Connection | Way, poolSize: number, log: Log, copies?: ReplicaOptions): Database {
  const { login, isPooled } = 'login' in way ? way : { login: way, isPooled: false }
  const openTyped = (as: Connection, size: number): Pool => openPool(as, { size, log, types, isPooled })
  const noteVainWait = countVainWaits(log, 'all database connections that one cabinet may use were taken')
  const pools = {
    calls: openTyped(login, poolSize),
    scheduler: openTyped(loginAs(login, 'scheduler'), 2),
    operator: openTyped(loginAs(login, 'operator'), 2),
  }
  const calls = openShard(pools.calls)
  const scheduler = openShard(pools.scheduler)
  const operator = openShard(pools.operator)
  const { db } = calls
  const reading = db.withPlugin(refuseWriting)
  const openSharedTurns = () =>
    openTurns(Math.max(1, poolSize - Math.ceil(poolSize / 3)), TURN_MS, () => {
      noteVainWait()
      return new DatabaseAway('all connections of one cabinet are taken')
    })
  const turns = openSharedTurns()
  const replicas =
    copies && openReplicas(login, { ...copies, pool: { size: poolSize, types, isPooled }, openSharedTurns, log })
  const open = (isReadOnly: boolean, mayLag = false): Database => ({
    db: isReadOnly ? reading : db,
    isReadOnly,
    replicas: mayLag ? replicas : undefined,
    counters: db,
    turns,
    shardOf: () => calls,
    acrossCabinets: (work) => scheduler.transact({ isReadOnly }, work),
    // No cabinet has the number 0, so row level security shows no rows here.
    asOperator: (work) =>
      operator.transact({ isReadOnly, first: sql`select set_config('app.cabinet', '0', true)`.compile(db) }, work),
    pools: () => ({
      calls: pools.calls.figures(),
      scheduler: pools.scheduler.figures(),
      operator: pools.operator.figures(),
      ...replicas?.pools(),
    }),
    readOnly: (mayLag) => open(true, mayLag),
    forNotes: () => open(false),
    async close() {
      await Promise.all([...[calls, scheduler, operator].map((one) => one.db.destroy()), replicas?.close()])
    },
  })
  return open(false)
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
 * In a read-only transaction PostgreSQL itself refuses to write, to lock rows and to notify.
 * @param first is sent with the beginning
 */
function begin<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  cabinetId = 0,
  of: { first?: CompiledQuery; sharesRows?: boolean } = {},
): Promise<T> {
  return database.shardOf(cabinetId).transact({ isReadOnly: database.isReadOnly, ...of }, work)
}

/**
 * A transaction over the tables that belong to nobody: jobs, counters, the audit log. It sees no cabinet and no person.
 * Repeated after a deadlock, so `work` must be safe to repeat.
 */
export function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => begin(database, work))
}

/** What a transaction is about. Row level security shows nothing else; the migrations say what each setting shows. */
type Scope = { cabinetId?: number; userId?: string; email?: string; asked?: string }

const enter = (database: Database, { cabinetId = 0, userId = '', email = '', asked = '' }: Scope): CompiledQuery =>
  sql`
    select set_config('app.cabinet', ${String(cabinetId)}, true), set_config('app.user', ${userId}, true),
      set_config('app.email', ${email}, true), set_config('app.asked', ${asked}, true)
  `.compile(database.db)

function inScope<T>(database: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => begin(database, work, 0, { first: enter(database, scope) }))
}

/** A transaction for one cabinet, when it is that cabinet's turn. */
function inTurn<T>(
  database: Database,
  cabinetId: number,
  work: (tx: Tx) => Promise<T>,
  of?: { first: CompiledQuery; sharesRows: boolean },
): Promise<T> {
  return retrying(() => database.turns(cabinetId, () => begin(database, work, cabinetId, of)))
}

/**
 * A transaction that sees one cabinet. Repeated after a deadlock, so `work` must be safe to repeat.
 * @param of `userId`: it shows what belongs to the user in person too; `sharesRows`: see `Beginning`
 */
export function insideCabinet<T>(
  database: Database,
  cabinetId: number,
  work: (db: CabinetDb) => Promise<T>,
  { userId = '', sharesRows = false }: { userId?: string; sharesRows?: boolean } = {},
): Promise<T> {
  return inTurn(database, cabinetId, (tx) => work({ cabinetId, tx } as CabinetDb), {
    first: enter(database, { cabinetId, userId }),
    sharesRows,
  })
}

/**
 * A transaction that begins outside and sees a cabinet once `open` has opened one: it returns a row with the number of
 * that cabinet, or undefined, with which `refuse` ends it.
 */
export async function throughDoor<T, Row extends { id: number }>(
  database: Database,
  cabinetId: number,
  open: (tx: Tx) => Promise<Row | undefined>,
  work: (db: CabinetDb, row: Row) => Promise<T>,
  refuse: () => Error,
): Promise<T> {
  const within = <R>(then: (tx: Tx, row: Row) => Promise<R>): Promise<R> =>
    inTurn(database, cabinetId, async (tx) => {
      const row = await open(tx)
      if (row?.id !== cabinetId) throw refuse()
      return then(tx, row)
    })
  const inside = (tx: Tx, row: Row) => work({ cabinetId, tx } as CabinetDb, row)
  const { replicas } = database
  if (replicas) {
    // Who may enter is always asked of the database itself.
    const { row, mark } = await within(async (tx, found) => ({
      row: found,
      mark: await replicas.markOf(tx, cabinetId),
    }))
    const read = await replicas.read(mark, open, (tx) => inside(tx, row))
    if (read) return read.made
  }
  return within(inside)
}

/** A transaction that sees what belongs to a user in person, and all accesses of the user. */
export function asUser<T>(database: Database, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope(database, { userId }, work)
}

/** The rest of a transaction sees what belongs to this user: after a link or an address has shown who it is. */
export async function becomeUser(tx: Tx, userId: string): Promise<void> {
  await sql`select set_config('app.user', ${userId}, true)`.execute(tx)
}

/**
 * A transaction that sees the invitations to one address, and no cabinet: there is none with the number 0.
 * @param emailKey an address that is proved
 */
export function asInvited<T>(database: Database, emailKey: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope(database, { email: emailKey }, work)
}

/** The key by which a row is looked up before anything is known of it: without the key there is no row. */
export type Asked =
  | { email: string }
  | { token: Buffer }
  | { session: string }
  | { change: string }
  | { domain: string }
  | { code: string }
  | { referredBy: string }
  | { operators: true }
  | { visits: true }

function askedText(asked: Asked): string {
  if ('email' in asked) return `email:${asked.email}`
  if ('token' in asked) return `token:${asked.token.toString('hex')}`
  if ('domain' in asked) return `domain:${asked.domain}`
  if ('code' in asked) return `code:${asked.code}`
  if ('session' in asked) return `session:${asked.session}`
  if ('change' in asked) return `change:${asked.change}`
  if ('referredBy' in asked) return `referred:${asked.referredBy}`
  return 'operators' in asked ? 'operators' : 'visits'
}

/** A transaction outside every cabinet that sees what has this key. */
export function lookUp<T>(database: Database, asked: Asked, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope(database, { asked: askedText(asked) }, work)
}

/** In a transaction that is about something else: for the time of `work` it also sees what has this key. */
export async function lookUpIn<T>(tx: Tx, asked: Asked, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('app.asked', ${askedText(asked)}, true)`.execute(tx)
  const found = await work()
  await sql`select set_config('app.asked', '', true)`.execute(tx)
  return found
}

/** For the time of `work` the transaction is outside its cabinet, and sees all accesses of the user who acts. */
export async function outsideCabinet<T>({ cabinetId, tx }: CabinetDb, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('app.cabinet', '0', true)`.execute(tx)
  const found = await work()
  await sql`select set_config('app.cabinet', ${String(cabinetId)}, true), set_config('app.cabinets', '', true)`.execute(
    tx,
  )
  return found
}

/**
 * For the time of `work` a transaction about a person is inside a cabinet.
 * @param cabinetId of an access of that person
 */
export async function visitCabinet<T>(tx: Tx, cabinetId: number, work: (db: CabinetDb) => Promise<T>): Promise<T> {
  await sql`select set_config('app.cabinet', ${String(cabinetId)}, true)`.execute(tx)
  const made = await work({ cabinetId, tx } as CabinetDb)
  await sql`select set_config('app.cabinet', '0', true)`.execute(tx)
  return made
}
