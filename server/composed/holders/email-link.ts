/**
 * The link to a client's card by email. The job carries the client's id alone: what is in the queue outlives a client
 * who was erased.
 */
import { z } from 'zod'
import { holders as contract } from '../../../contract/reach/holders.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { defineJob } from '../../base/jobs.ts'
import { composeEmail } from '../../base/mail.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { clientsByIds, getClient } from '../../people/clients/clients.ts'
import { describeCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import { senderOf } from '../../platform/emails/emails.ts'
import { installUrl, issuePass } from '../../reach/passes/passes.ts'

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
  await app.jobs.enqueue(db.tx, emailLink, { id: crypto.randomUUID(), cabinetId: db.cabinetId, client: id })
  return { email: client.email }
}

export const emailLink = defineJob({
  name: 'email-card-link',
  /** `id`: of the message, so that one that is sent twice after a crash is shown once. */
  shape: z.object({ id: z.uuid(), cabinetId: z.int(), client: z.uuid() }),
  retry: { limit: 12, delaySeconds: 5 },
  async handle(app, { id, cabinetId, client: clientId }) {
    const email = await openForWork(app, cabinetId, async (db) => {
      const [client] = await clientsByIds(db, [clientId])
      if (!client || client.email === '') return undefined
      const { name, domain } = await describeCabinet(db)
      const pass = await issuePass(app, db, client)
      return {
        id,
        to: client.email,
        lang: client.lang,
        kind: 'card_link' as const,
        values: { cabinet: name },
        sender: await senderOf(db),
        link: installUrl(app, domain, cabinetId, pass.id),
      }
    })
    if (!email) return
    const { to, sender } = email
    await app.mailer.send({ id, to, sender, ...composeEmail(email, app.env.brand), stopUrl: undefined })
  },
})
