/**
 * The end of a push that waits for a wallet: after ten minutes the run ends and counts those messages as waiting. They
 * are still sent, for a week; then their state is unknown.
 */
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import { endRun } from './end-run.ts'
import { settle } from './settle.ts'
import * as settleSql from './settle-sql.ts'

const END_MS = 10 * MINUTE_MS
const LOOK_MS = DAY_MS
const GIVE_UP_MS = 7 * DAY_MS

type Of = { runId: string } | { messageId: string }
const Ending = z.object({
  cabinetId: z.int(),
  runId: z.uuid().optional(),
  messageId: z.uuid().optional(),
  /** When the run went on without the wallets. */
  since: z.iso.datetime(),
})

/** Queues the end, in the caller's transaction. */
export async function endSoon(app: App, db: CabinetDb, of: Of): Promise<void> {
  await queueEnd(app, db, { ...of, since: app.clock.now().toISOString() }, END_MS)
}

async function queueEnd(app: App, db: CabinetDb, of: Of & { since: string }, afterMs: number): Promise<void> {
  await app.jobs.enqueue(
    db.tx,
    endWaiting,
    { cabinetId: db.cabinetId, ...of },
    { afterSeconds: afterMs / 1000, key: 'runId' in of ? of.runId : of.messageId },
  )
}

export const endWaiting: Job<z.infer<typeof Ending>> = defineJob({
  name: 'end-waiting',
  shape: Ending,
  handle: (app, { cabinetId, runId, messageId, since }) =>
    openForWork(app, cabinetId, async (db) => {
      const of = runId !== undefined ? { runId } : { messageId: messageId ?? '' }
      const now = app.clock.now()
      // Never negative: a clock that was set back would put the end off by as much.
      const from = Math.min(now.getTime(), new Date(since).getTime())
      const waitedMs = now.getTime() - from
      const left = await settleLost(app, db, of, waitedMs >= GIVE_UP_MS)
      if (runId !== undefined) await endRun(app, db, runId, waitedMs >= END_MS)
      if (left > 0)
        await queueEnd(app, db, { ...of, since: new Date(from).toISOString() }, waitedMs < END_MS ? END_MS : LOOK_MS)
    }),
})

/** Messages that nothing waits for any more, because their phone has removed the card, were not sent. */
async function settleLost(app: App, db: CabinetDb, of: Of, isOver: boolean): Promise<number> {
  const queued = await settleSql.queuedOf(db, of)
  const ids = queued.map((one) => one.passId)
  const [apple, google] = [
    await passes.passesWithRetries(db, 'apple', ids),
    await passes.passesWithRetries(db, 'google', ids),
  ]
  const lost = queued.flatMap((one) => {
    const ends = (state: string | null, waits: ReadonlySet<string>) => {
      if (state !== 'queued') return undefined
      return isOver ? ('unknown' as const) : waits.has(one.passId) ? undefined : ('not_sent' as const)
    }
    const outcome = { messageId: one.id, apple: ends(one.apple, apple), google: ends(one.google, google) }
    return outcome.apple || outcome.google ? [outcome] : []
  })
  await settle(app, db, lost)
  return isOver ? 0 : queued.length - lost.length
}
