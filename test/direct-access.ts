/** What tests read and change directly in the database: rows, tariffs, the waiting time of jobs. */
import { MINUTE_MS } from '../contract/time.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { openForWork, setTariff } from '../server/platform/cabinets/cabinets.ts'
import { book } from '../server/business/finance/finance.ts'
import { wakeRetries } from '../server/reach/pushes/retry.ts'
import { newChallenge } from '../server/people/verification/verification.ts'
import type { TestServer } from './server.ts'

/** Asks the database as its superuser, past the wall. */
export async function query<Row extends object>(
  server: Pick<TestServer, 'superuser'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await server.superuser.query<Row>(text, values)).rows
}

export function setPlan(
  server: TestServer,
  cabinetId: number,
  plan: 'demo' | 'base' | 'advanced' | 'expert',
): Promise<void> {
  return openForWork(server.app, cabinetId, async (db) => {
    await setTariff(db, plan, null)
    await book(server.app, db, { event: 'correction', amountMinor: 100_000 })
  })
}

/** What a browser would post as its work for a code. The search ends where it begins, so it takes no time. */
export async function easyProof(server: TestServer, { c, formKey }: { c: number; formKey: string }): Promise<string> {
  const [form] = await query<{ id: string }>(server, 'select id from forms where cabinet_id = $1 and form_key = $2', [
    c,
    formKey,
  ])
  const challenge = await openForWork(server.app, c, (db) => newChallenge(server.app, db, form?.id ?? '', 0))
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** The next drain runs every waiting job, also one that waits for its next try. */
export async function makeJobsDue(server: TestServer): Promise<void> {
  await query(server, `update pgboss.job set start_after = now() - interval '1 second' where state < 'active'`)
}

/** Lets time pass and asks the wallets again that are due. @param ms left out: the longest wait for an answer */
export async function retryNow(server: TestServer, ms = 15 * MINUTE_MS): Promise<void> {
  server.passTime(ms)
  await wakeRetries.handle(server.app, {})
  await makeJobsDue(server)
  await server.drainJobs()
}

/** Statuses of many answers with how often each came, `{ 201: 1, 409: 1 }`. */
export function tally(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}
