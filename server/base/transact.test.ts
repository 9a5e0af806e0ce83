import { CompiledQuery, sql } from 'kysely'
import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, dropDatabase, testConnection, usedClient } from '../../test/postgres.ts'
import { tripsIn, watchTrips } from '../../test/trips.ts'
import { codeOf } from './database-faults.ts'
import type { Tx } from './db.ts'
import { openPool } from './pool.ts'
import { openShard, type Shard } from './transact.ts'

const DATABASE = 'transact_test'

let shard: Shard
beforeAll(async () => {
  await createDatabase(DATABASE)
  const unwatch = watchTrips()
  // One connection: what is left behind on it is found by the next transaction.
  shard = openShard(
    openPool({ ...testConnection(DATABASE), ...usedClient }, { size: 1, log: pino({ level: 'silent' }) }),
  )
  unwatch()
  await sql`create table notes (id int primary key, text text)`.execute(shard.db)
})
afterAll(async () => {
  await shard?.db.destroy()
  await dropDatabase(DATABASE)
})
beforeEach(() => sql`truncate notes`.execute(shard.db))

const put = (tx: Tx, id: number, text: string) => sql`insert into notes values (${id}, ${text})`.execute(tx)
const texts = async (tx: Tx | Shard['db']) =>
  (await sql<{ text: string }>`select text from notes order by id`.execute(tx)).rows.map(({ text }) => text)
const first = CompiledQuery.raw(`select set_config('app.seen', 'yes', true)`)
const seen = async (tx: Tx) =>
  (await sql<{ seen: string }>`select current_setting('app.seen', true) as seen`.execute(tx)).rows[0]?.seen
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => codeOf(error) || String(error),
  )

describe('a transaction', () => {
  it('sends its beginning with its first question, and together what is asked together', async () => {
    const { texts: sent, trips } = await tripsIn(() =>
      shard.transact({ first }, async (tx) => {
        await Promise.all([put(tx, 1, 'a'), put(tx, 2, 'b'), texts(tx)])
      }),
    )
    expect(sent.map((text) => text.split(' ')[0])).toEqual(['begin', 'select', 'insert', 'insert', 'select', 'commit'])
    expect(trips).toBe(2)
  })

  it('waits where the work waits', async () => {
    const { trips } = await tripsIn(() =>
      shard.transact({}, async (tx) => {
        await put(tx, 1, 'a')
        await put(tx, 2, 'b')
      }),
    )
    expect(trips).toBe(3)
  })

  it('that shares rows ends with one trip, and waits for the disk when it has written', async () => {
    const place = async (what: 'insert' | 'flush') =>
      (await sql<{ at: string }>`select ${sql.raw(`pg_current_wal_${what}_lsn()`)} - '0/0' as at`.execute(shard.db))
        .rows[0]?.at
    await sql`set synchronous_commit = on`.execute(shard.db)
    const before = Number(await place('insert'))
    const { texts: sent, trips } = await tripsIn(() =>
      shard.transact({ first, sharesRows: true }, (tx) => put(tx, 1, 'a')),
    )
    expect(sent.map((text) => text.split(' ')[0])).toEqual(['begin', 'select', 'set', 'insert', 'commit', 'select'])
    expect(trips).toBe(2)
    expect(Number(await place('flush'))).toBeGreaterThan(before)
    expect(await texts(shard.db)).toEqual(['a'])
    await sql`reset synchronous_commit`.execute(shard.db)
  })

  it('that shares rows fails at its commit as any other does', async () => {
    await sql`create table pairs (id int unique deferrable initially deferred)`.execute(shard.db)
    const both = shard.transact({ sharesRows: true }, (tx) => sql`insert into pairs values (1), (1)`.execute(tx))
    expect(await reasonOf(both)).toBe('23505')
    expect((await sql`select from pairs`.execute(shard.db)).rows).toEqual([])
  })

  it('is done in the order in which it was asked, however a statement is written', async () => {
    const read = await shard.transact({ first }, async (tx) => {
      const own = tx.withTables<{ notes: { id: number; text: string } }>()
      const [, before, , after, scope] = await Promise.all([
        put(tx, 1, 'a'),
        own.selectFrom('notes').select('text').execute(),
        own.insertInto('notes').values({ id: 2, text: 'b' }).execute(),
        texts(tx),
        seen(tx),
      ])
      return { before: before.map(({ text }) => text), after, scope }
    })
    expect(read).toEqual({ before: ['a'], after: ['a', 'b'], scope: 'yes' })
    expect(await shard.transact({}, seen)).toBe('')
  })

  it('keeps nothing when one of several statements fails, and says which', async () => {
    const failing = shard.transact({}, async (tx) => {
      await put(tx, 1, 'a')
      await Promise.all([put(tx, 2, 'b'), put(tx, 1, 'again'), put(tx, 3, 'c')])
    })
    expect(await reasonOf(failing)).toBe('23505')
    expect(await texts(shard.db)).toEqual([])
  })

  it('names the statement that failed, also when a later one is waited for first', async () => {
    const failing = shard.transact({}, async (tx) => {
      await put(tx, 1, 'a')
      const again = put(tx, 1, 'again')
      again.catch(() => undefined)
      await put(tx, 2, 'b')
      await again
    })
    expect(await reasonOf(failing)).toBe('23505')
  })

  it('fails when its beginning fails, also when nothing else was asked', async () => {
    const wrong = CompiledQuery.raw('select no_such_function()')
    expect(await reasonOf(shard.transact({ first: wrong }, async () => 'made'))).toBe('42883')
    expect(await reasonOf(shard.transact({ first: wrong }, (tx) => put(tx, 1, 'a')))).toBe('42883')
    expect(await texts(shard.db)).toEqual([])
  })

  it('that only reads does not wait for its commit, and the next one on the connection is as any other', async () => {
    const read = () => shard.transact({ isReadOnly: true, first }, seen)
    const write = () => shard.transact({}, async (tx) => [await put(tx, 1, 'a'), await seen(tx)].at(1))
    expect(await Promise.all([read(), read(), write(), read()])).toEqual(['yes', 'yes', '', 'yes'])
    expect(await texts(shard.db)).toEqual(['a'])
  })

  it('that only reads is refused writing by the database', async () => {
    expect(await reasonOf(shard.transact({ isReadOnly: true }, (tx) => put(tx, 1, 'a')))).toBe('25006')
  })

  it('keeps nothing when a failed statement was caught', async () => {
    const caught = shard.transact({}, async (tx) => {
      await put(tx, 1, 'a')
      await put(tx, 1, 'again').catch(() => undefined)
    })
    expect(await reasonOf(caught)).not.toBe('done')
    expect(await texts(shard.db)).toEqual([])
  })

  it('takes no statement after its end: the connection may serve somebody else', async () => {
    const kept: Tx[] = []
    await shard.transact({}, async (tx) => {
      kept.push(tx)
      await put(tx, 1, 'a')
    })
    const failed = shard.transact({}, async (tx) => {
      kept.push(tx)
      throw new Error('stopped')
    })
    expect(await reasonOf(failed)).toBe('Error: stopped')
    for (const tx of kept)
      expect(await reasonOf(put(tx, 2, 'late'))).toBe('Error: a statement came after the end of its transaction')
    expect(await texts(shard.db)).toEqual(['a'])
  })

  it('is over when its connection is lost, and the next one gets another', async () => {
    const lost = shard.transact({}, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const other = new pg.Client(testConnection('postgres'))
      await other.connect()
      const answer = Promise.all([sql`select pg_sleep(60)`.execute(tx), put(tx, 1, 'a')])
      answer.catch(() => undefined)
      await other.query('select pg_terminate_backend($1, 60000)', [rows[0]?.pid])
      await other.end()
      return answer
    })
    expect(await reasonOf(lost)).not.toBe('done')
    expect(await texts(shard.db)).toEqual([])
  })
})
