/** Limits of tries, and the refusals of this room. */
import { users as contract } from '../../../contract/platform/users.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'

export const refuse = refusals(contract)

/** @throws Refusal too_many_tries */
export async function mustWait(app: App, key: string, limit: Limit): Promise<void> {
  const waitMs = await countTry(app.database.counters, key, limit, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}
