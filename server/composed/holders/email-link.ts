/** The business sends a client the link to the card by email. */
import { holders as contract } from '../../../contract/reach/holders.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { getClient } from '../../people/clients/clients.ts'
import { queueCardEmail } from '../../reach/holders/holders.ts'
import { cardToSend } from '../../reach/passes/passes.ts'

const refuse = refusals(contract)
const PER_CLIENT: Limit = { max: 5, windowMs: HOUR_MS }
const PER_CABINET: Limit = { max: 200, windowMs: HOUR_MS }

/**
 * @param cardId left out: the main card
 * @throws Refusal client_not_found, client_has_no_email, card_not_found, too_many_tries
 */
export async function emailCardLink(
  { app, db }: CabinetCtx,
  id: string,
  cardId: string | undefined,
): Promise<{ email: string }> {
  const client = await getClient(db, id)
  if (client.email === '') throw refuse('client_has_no_email')
  const card = (await canSign(app, db)) ? await cardToSend(app, db, client, cardId) : null
  if (card === undefined) throw refuse('card_not_found')
  for (const [key, limit] of [
    [`card-link|${id}`, PER_CLIENT],
    [`card-link|cabinet|${db.cabinetId}`, PER_CABINET],
  ] as const) {
    const waitMs = await countTry(db.tx, key, limit, app.clock.now())
    if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  }
  await queueCardEmail(app, db, id, 'card_link', card?.id)
  return { email: client.email }
}
