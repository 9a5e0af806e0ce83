/** Queues the job that repeats what a wallet has not accepted. */
import { z } from 'zod'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Wallet } from './wallets-sql.ts'

/** The job is handled in the room of pushes, because messages wait for the same answers. */
export const retryOrder = {
  name: 'retry-wallet',
  shape: z.object({ cabinetId: z.int(), wallet: z.enum(['apple', 'google']) }),
}

/** Longer waits are found by the schedule. */
const SOON_MS = 10 * MINUTE_MS
/** Retries that are due within this time share a job. */
const TOGETHER_MS = 2 * SECOND_MS

/** Queues the job for the earliest of these times, in the caller's transaction. */
export async function scheduleRetry(app: App, db: CabinetDb, wallet: Wallet, times: readonly Date[]): Promise<void> {
  if (times.length === 0) return
  const at = Math.min(...times.map((time) => time.getTime()))
  const waitMs = at - app.clock.now().getTime()
  if (waitMs > SOON_MS) return
  await app.jobs.enqueue(
    db.tx,
    retryOrder,
    { cabinetId: db.cabinetId, wallet },
    {
      afterSeconds: Math.max(0, Math.ceil(waitMs / 1000)),
      key: `${db.cabinetId}|${wallet}|${Math.ceil(at / TOGETHER_MS)}`,
    },
  )
}
