/** A sample card of a design, sent to the email address of the user, who opens it on the phone. */
import { templates as contract } from '../../../contract/cards/templates.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { queueEmail } from '../../base/mail.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { getTemplate } from '../../cards/templates/templates.ts'
import { trialAddress } from '../../reach/issuing/issuing.ts'

const refuse = refusals(contract)

const SAMPLES_PER_USER: Limit = { max: 10, windowMs: HOUR_MS }

/** @throws Refusal email_not_confirmed, template_not_found, cards_not_active, too_many_tries */
export async function emailSample({ app, db, user, cabinet }: CabinetCtx, uuid: string): Promise<{ email: string }> {
  // The name of a design is free text: it is mailed only to an address that its owner has confirmed.
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  const { name } = await getTemplate(db, uuid)
  if (!(await canSign(app, db))) throw refuse('cards_not_active')
  const waitMs = await countTry(db.tx, `sample-email|user|${user.userId}`, SAMPLES_PER_USER, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  const { url } = trialAddress(app, db, cabinet.domain, uuid)
  const values = { card: name, cabinet: cabinet.name }
  await queueEmail(app, db.tx, { to: user.email, lang: user.lang, kind: 'sample_card', values, link: url })
  return { email: user.email }
}
