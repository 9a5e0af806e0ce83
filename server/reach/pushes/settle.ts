/** Stores what the wallets have answered to messages, and keeps the counts of their runs exact. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { OnAnswered } from '../passes/passes.ts'
import { endRun } from './end-run.ts'
import * as runsSql from './runs-sql.ts'
import * as settleSql from './settle-sql.ts'
import type { Outcome } from './settle-sql.ts'

/**
 * Stores the outcomes. A message that its run has counted as waiting moves to where it belongs, and a run whose last
 * one that was ends.
 */
export async function settle(app: App, db: CabinetDb, outcomes: readonly Outcome[]): Promise<void> {
  const known = outcomes.filter(({ apple, google }) =>
    [apple, google].some((state) => state !== undefined && state !== 'queued'),
  )
  if (known.length === 0) return
  const waiting = await settleSql.lockWaiting(
    db,
    known.map((one) => one.messageId),
  )
  const states = await settleSql.settleMessages(db, known)
  const moved = waiting.filter((one) => one.runId !== null && states.get(one.id) !== 'queued')
  for (const [runId, group] of Map.groupBy(moved, (one) => one.runId as string)) {
    await settleSql.endWaiting(
      db,
      group.map((one) => one.id),
    )
    await runsSql.moveWaiting(db, runId, {
      waiting: group.length,
      sent: group.filter((one) => states.get(one.id) === 'sent').length,
      unknown: group.filter((one) => states.get(one.id) === 'unknown').length,
    })
    await endRun(app, db, runId)
  }
}

/** Settles the messages that waited for Apple's answer about these cards, in the transaction that stores it. */
export const settleWith =
  (app: App): OnAnswered =>
  async (db, outcomes) => {
    const queued = await settleSql.queuedMessages(db, 'apple', [...outcomes.keys()], app.clock.now())
    await settle(
      app,
      db,
      queued.flatMap(({ id, passId, passVersion }) => {
        const outcome = outcomes.get(passId)
        return outcome && outcome.version >= passVersion ? [{ messageId: id, apple: outcome.state }] : []
      }),
    )
  }
