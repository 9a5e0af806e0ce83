import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase, testConnection, testLogin } from '../../test/postgres.ts'
import { TEMPLATE } from '../../test/template.ts'
import { until } from '../../test/until.ts'
import type { App, Jobs } from './app.ts'
import { type Database, inTransaction, openDatabase } from './db.ts'
import { installJobs, returnJobs } from './install-jobs.ts'
import { defineJob, openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import type { Connection } from './logins.ts'
import { NO_METRICS } from './watch/metrics.ts'

const log = openLog('silent')
/** No worker polls within a test. */
const NEVER = 86_400

let cloned: { name: string; drop(): Promise<void> }
let owner: Connection
let login: Connection
let database: Database
let done: number[] = []
const opened: Jobs[] = []
const note = defineJob({
  name: 'note',
  shape: z.object({ no: z.number() }),
  handle: async (_app, { no }) => {
    done.push(no)
  },
})

beforeAll(async () => {
  cloned = await cloneDatabase(TEMPLATE)
  owner = testConnection(cloned.name)
  login = testLogin(cloned.name)
  await installJobs(owner, [note], log)
  database = openDatabase(login, 2, log)
})
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop()
  done = []
})
afterAll(async () => {
  await database?.close()
  await cloned?.drop()
})

const app = { log, metrics: NO_METRICS } as unknown as App

async function openWorker(pollSeconds = NEVER): Promise<Jobs> {
  const jobs = await openJobs(login, { isWorker: true, isScheduler: true }, log, pollSeconds)
  opened.push(jobs)
  return jobs
}

async function countJobs(): Promise<number> {
  const client = new pg.Client(owner)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(`select count(*) from pgboss.job where name = 'note'`)
  await client.end()
  return Number(rows[0]?.count)
}

test('committed jobs wake a worker that does not poll, all of them', async () => {
  const jobs = await openWorker()
  await jobs.startWorking(app, [note])
  await inTransaction(database, async (tx) => {
    for (const no of [1, 2, 3]) await jobs.enqueue(tx, note, { no })
  })
  await until(() => done.length === 3, 'three jobs are done')
  await inTransaction(database, (tx) => jobs.enqueue(tx, note, { no: 4 }))
  await until(() => done.length === 4, 'a later one too')
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('a job whose transaction is rolled back is no job', async () => {
  const jobs = await openWorker()
  await jobs.startWorking(app, [note])
  const before = await countJobs()
  await expect(
    inTransaction(database, async (tx) => {
      await jobs.enqueue(tx, note, { no: 5 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await inTransaction(database, (tx) => jobs.enqueue(tx, note, { no: 6 }))
  await until(() => done.length > 0, 'the next job is done')
  expect(done).toEqual([6])
  expect(await countJobs()).toBe(before + 1)
})

test('a worker that missed the announcement polls', async () => {
  const jobs = await openWorker(0.5)
  await jobs.startWorking(app, [note])
  await inTransaction(database, (tx) => jobs.enqueue(tx, note, { no: 7 }, { afterSeconds: 1 }))
  await until(() => done.length === 1, 'a job that waited for its time, which nobody announces, is done')
})

test('a job of a dead worker is free again at the next start, without waiting for its heartbeat', async () => {
  const client = new pg.Client(owner)
  await client.connect()
  const jobs = await openWorker()
  await inTransaction(database, (tx) => jobs.enqueue(tx, note, { no: 8 }))
  await client.query(
    `update pgboss.job set state = 'active', started_on = now() where name = 'note' and state = 'created'`,
  )
  expect(await jobs.drain(app, [note])).toBe(0)
  await returnJobs(owner)
  expect(await jobs.drain(app, [note])).toBe(1)
  expect(done).toEqual([8])
  await client.end()
})

test('a job that is gone from this version is not scheduled any more', async () => {
  const nightly = { ...note, name: 'nightly', every: '1 2 * * *' }
  const scheduled = async () => {
    const client = new pg.Client(owner)
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from pgboss.schedule')
    await client.end()
    return rows.map(({ name }) => name)
  }
  await installJobs(owner, [note, nightly], log)
  expect(await scheduled()).toEqual(['nightly'])
  await installJobs(owner, [note], log)
  expect(await scheduled()).toEqual([])
})
