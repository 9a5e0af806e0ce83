/**
 * Every night all postings are added up, in real money and in bonus money: each cabinet's must be its balance, and all
 * together what the installation owes its customers.
 */
import { DAY_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import * as sql from './ledger-check-sql.ts'

const KEPT_MS = 400 * DAY_MS
const EXAMPLES = 20

export async function proveLedger(app: App): Promise<void> {
  const at = app.clock.now()
  await app.database.acrossCabinets(async (tx) => {
    const found = await sql.addUp(tx, EXAMPLES)
    if (found.differing > 0)
      app.log.error({ differing: found.differing, cabinets: found.examples }, 'postings and balances do not agree')
    await sql.insertCheck(tx, { id: crypto.randomUUID(), at, ...found }, new Date(at.getTime() - KEPT_MS))
  })
}

export const checkLedger: Job<Nothing> = defineJob({
  name: 'check-ledger',
  shape: Nothing,
  every: '45 3 * * *',
  handle: proveLedger,
})

/** What the latest check found; null before the first one. */
export async function readLedgerCheck(app: App) {
  const row = await app.database.asOperator(sql.latestCheck)
  if (!row) return null
  return {
    checkedAt: row.at.toISOString(),
    cabinets: row.cabinets,
    moneyMinor: row.money_minor,
    bonusMinor: row.bonus_minor,
    differing: row.differing,
    examples: row.examples.map(Number),
  }
}
