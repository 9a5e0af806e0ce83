/**
 * Transactions whose statements do not wait for each other's answers: what is asked at the same time crosses the
 * network together, the beginning with the first question. PostgreSQL still does one after the other, in their order.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely'
import { codeOf } from './database-faults.ts'
import type { Pool } from './pool.ts'

type Tx = Transaction<object>

/**
 * `first` is sent with the beginning: what the transaction may see. `sharesRows`: it writes rows that others wait for
 * at their own commits, so its locks end while the disk still takes it (decision 208).
 */
export type Beginning = { isReadOnly?: boolean; first?: CompiledQuery | undefined; sharesRows?: boolean }
export type Shard = {
  db: Kysely<object>
  transact<T>(beginning: Beginning, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A statement came after another one of its transaction had failed: the other one is the reason. */
const isAborted = (error: unknown) => codeOf(error) === '25P02'

const LET_GO_EARLY = CompiledQuery.raw('set local synchronous_commit = off')
/** Ends when the disk has all that was committed before: it commits something itself, and after that. */
const UNTIL_ON_DISK = CompiledQuery.raw(
  `select from pg_logical_emit_message(true, 'kartoteka', '')
    where pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()`,
)

/** A pool as Kysely asks it, and its transactions. */
export function openShard(pool: Pool): Shard {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  const executor = new DefaultQueryExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  )
  const props: KyselyProps = { config: { dialect }, dialect, driver, executor }
  void driver.init()
  return {
    db: new Kysely<object>(props),
    transact: (beginning, work) => run(props, driver, beginning, work),
  }
}

function run<T>(
  props: KyselyProps,
  driver: Driver,
  { isReadOnly = false, first, sharesRows = false }: Beginning,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return props.executor.provideConnection(async (connection) => {
    let hasEnded = false
    let failed: { reason: unknown } | undefined
    const ask = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      // The connection may already serve somebody else.
      if (hasEnded) throw new Error('a statement came after the end of its transaction')
      try {
        return await connection.executeQuery<R>(query)
      } catch (error) {
        failed ??= { reason: error }
        throw error
      }
    }
    const own: DatabaseConnection = {
      executeQuery: ask,
      streamQuery: () => {
        throw new Error('rows are read whole: others may have asked on the same connection meanwhile')
      },
    }
    const executor = props.executor.withConnectionProvider({ provideConnection: (consumer) => consumer(own) })
    // Not waited for: what follows is sent behind it, and fails with it.
    const beginning = Promise.all([
      driver.beginTransaction(connection, isReadOnly ? { accessMode: 'read only' } : {}),
      first && ask(first),
      sharesRows && ask(LET_GO_EARLY),
    ])
    beginning.catch(() => undefined)
    try {
      const made = await work(new Transaction<object>({ ...props, executor }))
      await beginning
      hasEnded = true
      const committed = sharesRows ? commitEarly(driver, connection) : driver.commitTransaction(connection)
      // Of what only reads nothing depends on it, and who gets the connection next is answered behind it.
      if (isReadOnly) committed.catch(() => undefined)
      else await committed
      return made
    } catch (error) {
      hasEnded = true
      const begun = await beginning.then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      )
      // A connection on which even this fails is not lent again.
      await driver.rollbackTransaction(connection).catch(() => undefined)
      const cause = begun ?? failed
      throw cause && isAborted(error) ? cause.reason : error
    }
  })
}

/** Asked together, and answered when both are done. */
async function commitEarly(driver: Driver, connection: DatabaseConnection): Promise<void> {
  const [committed, onDisk] = await Promise.allSettled([
    driver.commitTransaction(connection),
    connection.executeQuery(UNTIL_ON_DISK),
  ])
  if (committed.status === 'rejected') throw committed.reason
  if (onDisk.status === 'rejected') throw onDisk.reason
}
