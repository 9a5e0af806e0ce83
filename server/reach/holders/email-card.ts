/**
 * Emails to a client with the link to the card. The job carries the client's id alone: what is in the queue, finished
 * jobs too, outlives a client who was erased.
 */
import { z } from 'zod'
import { defineJob } from '../../base/jobs.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { composeEmail } from '../../base/mail.ts'
import { clientsByIds, nameOfClient } from '../../people/clients/clients.ts'
import { describeCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import { senderOf } from '../../platform/emails/emails.ts'
import { installUrl, issuePass, wholeCard } from '../passes/passes.ts'

/**
 * `card_link`: the business sends it. `card_ready`: the client waited for it. `own_card`: somebody typed the client's
 * number into a form.
 */
const KINDS = ['card_link', 'card_ready', 'own_card'] as const
type Kind = (typeof KINDS)[number]

export function queueCardEmail(app: App, db: CabinetDb, clientId: string, kind: Kind): Promise<void> {
  return app.jobs.enqueue(db.tx, emailCard, {
    id: crypto.randomUUID(),
    cabinetId: db.cabinetId,
    client: clientId,
    kind,
  })
}

async function compose(app: App, db: CabinetDb, clientId: string, kind: Kind) {
  const [client] = await clientsByIds(db, [clientId])
  if (!client || client.email === '') return undefined
  const { name, domain } = await describeCabinet(db)
  const pass = await issuePass(app, db, client)
  const { card } = await wholeCard(db, pass)
  return {
    to: client.email,
    lang: client.lang,
    kind,
    values: { cabinet: name, name: nameOfClient(client), organisation: card.organisation },
    sender: await senderOf(db),
    link: installUrl(app, domain, db.cabinetId, pass.id),
  }
}

export const emailCard = defineJob({
  name: 'email-card-link',
  /** `id`: of the message, so that one that is sent twice after a crash is shown once. */
  shape: z.object({ id: z.uuid(), cabinetId: z.int(), client: z.uuid(), kind: z.enum(KINDS).default('card_link') }),
  retry: { limit: 12, delaySeconds: 5 },
  async handle(app, { id, cabinetId, client, kind }) {
    const email = await openForWork(app, cabinetId, (db) => compose(app, db, client, kind))
    if (!email) return
    const { to, sender } = email
    await app.mailer.send({ id, to, sender, ...composeEmail({ id, ...email }, app.env.brand), stopUrl: undefined })
  },
})
