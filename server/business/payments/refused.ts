/** Calls that credited nothing are kept for the operator: a forged one, or a setting that is wrong. */
import { HOUR_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { inTransaction } from '../../base/db.ts'
import { countTry } from '../../base/tries.ts'
import type { Reason } from './providers/provider.ts'
import { insertRefusal } from './sql.ts'

/** Kept in an hour; strangers must not fill the table and the log. */
const KEPT = { max: 200, windowMs: HOUR_MS }

export type RefusedCall = { provider: string; reason: Reason; invoice: string; ip: string }

export async function keepRefusal(app: App, call: RefusedCall): Promise<void> {
  const at = app.clock.now()
  if ((await countTry(app.database.counters, 'payment-refusals', KEPT, at)) > 0) return
  app.log.warn(call, 'a call about a payment credited nothing')
  const invoice = call.invoice.replace(/[^\w.-]/g, '').slice(0, 40)
  await inTransaction(app.database, (tx) => insertRefusal(tx, { id: crypto.randomUUID(), at, ...call, invoice }))
}
