import { Kysely, PostgresDialect, sql } from 'kysely'
import { pino } from 'pino'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseLine, openDatabaseLine } from '../../test/database-line.ts'
import { testConnection } from '../../test/postgres.ts'
import { until } from '../../test/until.ts'
import { isDatabaseGone } from './database-faults.ts'
import type { Db } from './db.ts'
import { openListener } from './listener.ts'
import { openPool } from './pool.ts'

/** So short that tests do not wait; a slow machine only makes what must fail fail sooner. */
const PATIENCE = { connectMs: 300, answerMs: 400 }

let line: DatabaseLine
let lines: string[]
let db: Db
beforeEach(async () => {
  line = await openDatabaseLine(testConnection('postgres'))
  lines = []
  const log = pino({ level: 'warn' }, { write: (text) => void lines.push(text) })
  const pool = openPool(line.connection, { size: 2, log, patience: PATIENCE })
  db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
})
afterEach(async () => {
  line.resume()
  await line.close()
  await db.destroy()
})

const ask = () => sql`select 1`.execute(db)
const isAnswered = () =>
  ask().then(
    () => true,
    () => false,
  )
const goneIn = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => isDatabaseGone(error),
  )
const countLines = (text: string) => lines.filter((one) => one.includes(text)).length

/** Ends the connection of a transaction while that asks nothing, as a restart of PostgreSQL does. */
async function terminate(pid: number): Promise<void> {
  const other = new pg.Client(testConnection('postgres'))
  await other.connect()
  await other.query('select pg_terminate_backend($1, 60000)', [pid])
  await other.end()
}

describe('a connection', () => {
  it('that is ended inside a transaction fails this transaction and nothing else', async () => {
    let isNoticed = false
    const work = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await terminate(rows[0]?.pid ?? 0)
      await until(() => countLines('a database connection was lost') > 0, 'the loss is noticed')
      isNoticed = true
      await sql`select 1`.execute(tx)
    })
    expect(await goneIn(work)).toBe(true)
    expect([isNoticed, countLines('a database connection was lost')]).toEqual([true, 1])
    await until(isAnswered, 'the next call gets another connection')
  })

  it('that is ended while a statement runs fails this statement', async () => {
    const work = db.transaction().execute((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    expect(await goneIn(work)).toBe(true)
    await until(isAnswered, 'the next call gets another connection')
  })

  it('that is ended while it rests is not lent again', async () => {
    await until(isAnswered, 'a connection is open')
    await line.cut()
    await line.restore()
    await until(isAnswered, 'another one is open')
  })
})

describe('a database', () => {
  it('that is away fails every call, and says so once', async () => {
    await until(isAnswered, 'a connection is open')
    await line.cut()
    await until(async () => (await goneIn(ask())) === true, 'it is noticed')
    expect(await Promise.all(Array.from({ length: 20 }, () => goneIn(ask())))).toEqual(
      Array.from({ length: 20 }, () => true),
    )
    expect(countLines('the database cannot be reached')).toBe(1)
    await line.restore()
    await until(isAnswered, 'it is back')
    expect(countLines('the database can be reached again')).toBe(1)
  })

  it('that hangs fails the statements that wait for it, and answers when it goes on', async () => {
    await until(isAnswered, 'a connection is open')
    line.stall()
    const asked = Array.from({ length: 6 }, () => goneIn(db.transaction().execute((tx) => sql`select 1`.execute(tx))))
    expect(await Promise.all(asked)).toEqual(asked.map(() => true))
    line.resume()
    await until(isAnswered, 'it is back')
  })

  it('whose connections are all taken fails the others, and does not say so for each of them', async () => {
    const { promise: isOver, resolve: finish } = Promise.withResolvers<void>()
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    let taken = 0
    const holders = [1, 2].map(() =>
      db.connection().execute(async () => {
        if (++taken === 2) take()
        await isOver
      }),
    )
    await isTaken
    const asked = await Promise.all(Array.from({ length: 20 }, () => goneIn(ask())))
    const lines = [countLines('all database connections were taken'), countLines('"level":50')]
    finish()
    await Promise.all(holders)
    expect(asked).toEqual(Array.from({ length: 20 }, () => true))
    expect(lines).toEqual([1, 0])
    await until(isAnswered, 'they are free again')
  })
})

describe('the line for news', () => {
  it('is opened again when it hangs, and says that news may have been missed', async () => {
    const received: (string | null)[] = []
    const log = pino({ level: 'warn' }, { write: (text) => void lines.push(text) })
    const listener = openListener(line.connection, log, { heartbeatMs: 200 })
    listener.on('trial', (payload) => received.push(payload))
    await until(() => received.length > 0, 'it listens')
    line.stall()
    await until(() => countLines('the line for news does not answer') > 0, 'the line that hangs is given up')
    line.resume()
    const before = received.length
    await until(() => received.length > before, 'it listens again')
    expect(new Set(received)).toEqual(new Set([null]))
    await listener.close()
  })
})
