/** What tests see and change behind the server's back: rows, tariffs, the waiting time of jobs. */
import pg from 'pg'
import { openForWork, setTariff } from '../server/cabinets/cabinets.ts'
import { book } from '../server/finance/finance.ts'
import type { TestServer } from './server.ts'

/** Asks the database as its superuser, past the wall. */
export async function query<Row extends object>(server: TestServer, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export function setPlan(server: TestServer, cabinetId: number, plan: 'demo' | 'base' | 'advanced' | 'expert'): Promise<void> {
  return openForWork(server.floor, cabinetId, async (db) => {
    await setTariff(db, plan, null)
    await book(server.floor, db, { event: 'correction', amountMinor: 100_000 })
  })
}

/** Jobs that wait for their next try run with the next drain. */
export async function hurryJobs(server: TestServer): Promise<void> {
  await query(server, `update pgboss.job set start_after = now() - interval '1 second' where state < 'active'`)
}

/** Waits until something becomes true that happens by itself. */
export async function until(isTrue: () => Promise<boolean>, what: string, patienceMs = 10_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resume) => setTimeout(resume, 25))
  }
}

/** Statuses of many answers with how often each came, `{ 201: 1, 409: 1 }`. */
export function tally(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
