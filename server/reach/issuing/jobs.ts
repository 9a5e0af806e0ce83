/**
 * A number that was typed without proof may belong to a client: the link to that client's card, of the form's design
 * where there is one, goes to the client's own email. The job runs for every new card, so that the answer to the
 * visitor takes the same time for every number.
 */
import { z } from 'zod'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { countTry } from '../../base/tries.ts'
import { clientByPhone, clientsByIds, phoneOf } from '../../people/clients/clients.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { queueCardEmail } from '../holders/holders.ts'
import { cardAbout } from '../passes/passes.ts'

/** However often strangers type a number, its client gets one email a day. */
const EMAILS = { max: 1, windowMs: DAY_MS }

async function sendCardOf(app: App, db: CabinetDb, newClientId: string): Promise<void> {
  const [typed] = await clientsByIds(db, [newClientId])
  const holder = typed && typed.typed_tel !== '' ? await clientByPhone(db, phoneOf(typed)) : undefined
  if (!typed || !holder || holder.email === '' || !(await canSign(app, db))) return
  if ((await countTry(db.tx, `own-card|${holder.id}`, EMAILS, app.clock.now())) > 0) return
  await queueCardEmail(app, db, holder.id, 'own_card', (await cardAbout(app, db, holder, typed.template_id)).id)
}

export const sendOwnCard = defineJob({
  name: 'send-own-card',
  shape: z.object({ cabinetId: z.int(), clientId: z.uuid() }),
  handle: (app, { cabinetId, clientId }) =>
    openForPublic(app, { id: cabinetId }, (_, db) => sendCardOf(app, db, clientId)),
})
