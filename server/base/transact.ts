/**
 * Transactions whose statements do not wait for each other's answers: what is asked at the same time crosses the
 * network together, the beginning with the first question. PostgreSQL still does one after the other, in their order.
 */
import {
  type CompiledQuery,
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

/** `first` is sent with the beginning: what the transaction may see. */
export type Beginning = { isReadOnly?: boolean; first?: CompiledQuery | undefined }
export type Shard = {
  db: Kysely<object>
  transact<T>(beginning: Beginning, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A statement came after another one of its transaction had failed: the other one is the reason. */
const isAborted = (error: unknown) => codeOf(error) === '25P02'

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
  { isReadOnly = false, first }: Beginning,
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
    ])
    beginning.catch(() => undefined)
    try {
      const made = await work(new Transaction<object>({ ...props, executor }))
      await beginning
      hasEnded = true
      const committed = driver.commitTransaction(connection)
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
