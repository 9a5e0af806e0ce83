/** What an agent earned in a past that was brought along: the demo. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { keepReport, type Paid } from './shares.ts'
import { allReports, insertShares } from './shares-sql.ts'
import { insertSpending } from './sql.ts'

/** In the business that has paid. What the agent sees of it is written by `showPast`. */
export async function reportPast(db: CabinetDb, payments: readonly Paid[]): Promise<void> {
  for (const paid of payments) await keepReport(db, paid)
}

export type PastCharge = { no: number; amountMinor: number; at: Date }

/**
 * Copies what a business has paid and was charged to its agent, as the jobs would have; a second time changes nothing.
 * @param read gives the charges of the business
 */
export async function showPast(
  app: App,
  { agentId, childId }: { agentId: number; childId: number },
  read: (db: CabinetDb) => Promise<readonly PastCharge[]>,
): Promise<void> {
  const { reports, charges } = await openForWork(app, childId, async (db) => ({
    reports: (await allReports(db)).filter((one) => one.agent_id === agentId),
    charges: await read(db),
  }))
  await openForWork(app, agentId, async (db) => {
    await insertShares(
      db,
      reports.map(({ no, base_minor, share_minor, at, due_at }) => ({
        child_id: childId,
        no,
        base_minor,
        share_minor,
        at,
        due_at,
      })),
    )
    await insertSpending(
      db,
      charges.map(({ no, amountMinor, at }) => ({ child_id: childId, no, amount_minor: amountMinor, at })),
    )
  })
}
