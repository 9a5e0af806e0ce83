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
import { installUrl, issuePass, passesOfPerson, wholeCard } from '../passes/passes.ts'

/**
 * `card_link`: the business sends it. `card_ready`: the client waited for it. `own_card`: somebody typed the client's
 * number into a form. `reminder`: the card is in no wallet.
 */
const KINDS = ['card_link', 'card_ready', 'own_card', 'reminder'] as const
type Kind = (typeof KINDS)[number]

/** @param passId the card; left out: the main one */
export function queueCardEmail(app: App, db: CabinetDb, clientId: string, kind: Kind, passId?: string): Promise<void> {
  return app.jobs.enqueue(db.tx, emailCard, {
    id: crypto.randomUUID(),
    cabinetId: db.cabinetId,
    client: clientId,
    kind,
    ...(passId !== undefined && { passId }),
  })
}

async function compose(app: App, db: CabinetDb, { client: clientId, kind, passId }: Which) {
  const [client] = await clientsByIds(db, [clientId])
  if (!client || client.email === '') return undefined
  const { name, domain } = await describeCabinet(db)
  const cards = passId === undefined ? [] : await passesOfPerson(db, client.id)
  const pass = cards.find((one) => one.id === passId) ?? (await issuePass(app, db, client))
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

/** `id`: of the message, so that one that is sent twice after a crash is shown once. */
const Which = z.object({
  id: z.uuid(),
  cabinetId: z.int(),
  client: z.uuid(),
  kind: z.enum(KINDS).default('card_link'),
  passId: z.uuid().optional(),
})
type Which = z.infer<typeof Which>

export const emailCard = defineJob({
  name: 'email-card-link',
  shape: Which,
  retry: { limit: 12, delaySeconds: 5 },
  async handle(app, which) {
    const { id, cabinetId } = which
    const email = await openForWork(app, cabinetId, (db) => compose(app, db, which))
    if (!email) return
    const { to, sender } = email
    await app.mailer.send({ id, to, sender, ...composeEmail({ id, ...email }, app.env.brand), stopUrl: undefined })
  },
})
