/** The business sends a client the link to the card by email. */
import { holders as contract } from '../../../contract/reach/holders.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { getClient } from '../../people/clients/clients.ts'
import { queueCardEmail } from '../../reach/holders/holders.ts'

const refuse = refusals(contract)
const PER_CLIENT: Limit = { max: 5, windowMs: HOUR_MS }
const PER_CABINET: Limit = { max: 200, windowMs: HOUR_MS }

/** @throws Refusal client_not_found, client_has_no_email, too_many_tries */
export async function emailCardLink({ app, db }: CabinetCtx, id: string): Promise<{ email: string }> {
  const client = await getClient(db, id)
  if (client.email === '') throw refuse('client_has_no_email')
  for (const [key, limit] of [
    [`card-link|${id}`, PER_CLIENT],
    [`card-link|cabinet|${db.cabinetId}`, PER_CABINET],
  ] as const) {
    const waitMs = await countTry(db.tx, key, limit, app.clock.now())
    if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  }
  await queueCardEmail(app, db, id, 'card_link')
  return { email: client.email }
}
