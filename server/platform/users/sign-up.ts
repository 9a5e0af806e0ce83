/** New users. Whether an address has an account is shown only to the reader of its email. */
import { hashPassword } from '../../base/crypto.ts'
import { asUser, becomeUser, lookUpIn, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { queueEmail } from '../../base/mail.ts'
import { refuseNamesOfOthers } from '../../base/protected-names.ts'
import { toE164 } from '../../base/phone-number.ts'
import { countTry } from '../../base/tries.ts'
import type { Language } from '../../../contract/limits.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { deleteUnconfirmed } from './email-changes-sql.ts'
import { emailKey } from './email-key.ts'
import { holderOf } from './holder.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { MAILS_PER_ACCOUNT, sendLink } from './links.ts'
import { mustBeUncommon } from './new-password.ts'
import { networkOf } from '../../base/network.ts'
import * as sql from './sql.ts'
import { mustWait, refuse } from './wait.ts'

const SIGN_UPS_PER_ADDRESS = { max: 20, windowMs: HOUR_MS }
/** A new address and a known one take different ways in the database; the answer leaves after both would be done. */
const SIGN_UP_LEAST_MS = 100

export type NewUser = {
  name: string
  surname: string
  email: string
  phone: string
  password: string
  promoCode?: string | undefined
}

function newRow(
  app: App,
  input: NewUser,
  more: Pick<sql.UserRow, 'id' | 'password_hash' | 'email_verified_at' | 'superuser' | 'lang'>,
): sql.UserRow {
  const now = app.clock.now()
  return {
    ...more,
    name: input.name,
    surname: input.surname,
    email: input.email,
    email_key: emailKey(input.email),
    phone: input.phone,
    promo_code: input.promoCode ?? '',
    consent_at: now,
    created_at: now,
    offer_version: app.env.offer.version,
    offer_accepted_at: now,
    password_changed_at: now,
  }
}

/** Creates a user and emails the link; a known address gets an email that says so instead. */
export async function signUp(app: App, input: NewUser, lang: Language, ip: string): Promise<void> {
  await mustWait(app, `sign-up|ip|${networkOf(ip)}`, SIGN_UPS_PER_ADDRESS)
  const phone = input.phone === '' ? '' : toE164(input.phone)
  if (phone === null) throw refuse('invalid_input', {}, { phone: { code: 'phone' } })
  mustBeUncommon(input.password, 'password')
  refuseNamesOfOthers(app, { name: input.name, surname: input.surname })
  await withMinimumDuration(SIGN_UP_LEAST_MS, () => insertOrNotify(app, { ...input, phone }, lang))
}

async function insertOrNotify(app: App, input: NewUser, lang: Language): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  const triesKey = `verify|account|${emailKey(input.email)}`
  // Nobody's mailbox is flooded with our emails; the answer is the same.
  if ((await countTry(app.database.counters, triesKey, MAILS_PER_ACCOUNT, app.clock.now())) > 0) return
  const id = crypto.randomUUID()
  await asUser(app.database, id, async (tx) => {
    const user = newRow(app, input, {
      id,
      password_hash: passwordHash,
      email_verified_at: null,
      superuser: false,
      lang,
    })
    if (await sql.insertUser(tx, user)) {
      // Only now: a change of address that commits meanwhile frees the address for the insert.
      if (await holderOf(app, tx, user.email_key)) {
        await deleteUnconfirmed(tx, user.email_key)
        await queueEmail(app, tx, { to: user.email, lang, kind: 'email_held', values: { email: user.email } })
      } else await sendLink(app, tx, user, 'verify', lang)
      return
    }
    const known = await becomeOwnerOf(tx, input.email)
    if (!known) return
    if (known.email_verified_at === null) {
      // Nobody has proved to own the address yet: the latest sign-up gets the link, and a link never confirms
      // somebody else's password.
      if (await sql.replaceUnconfirmed(tx, known.id, user)) {
        await sendLink(app, tx, { ...user, id: known.id }, 'verify', lang)
        return
      }
    }
    await queueEmail(app, tx, {
      to: known.email,
      lang: known.lang,
      kind: 'known_address',
      values: { name: known.name },
      link: `${app.publicUrl}/#/login`,
    })
  })
}

/** For the rest of the transaction. */
async function becomeOwnerOf(tx: Tx, email: string): Promise<sql.UserRow | undefined> {
  const known = await lookUpIn(tx, { email: emailKey(email) }, () => sql.userByEmail(tx, email))
  if (known) await becomeUser(tx, known.id)
  return known
}

/** Creates a confirmed user with a known password; for the demo. */
export async function addUser(
  app: App,
  input: NewUser & { id: string; superuser?: boolean; lang: Language },
): Promise<void> {
  const user = newRow(app, input, {
    id: input.id,
    password_hash: await hashPassword(input.password),
    email_verified_at: app.clock.now(),
    superuser: input.superuser ?? false,
    lang: input.lang,
  })
  await asUser(app.database, user.id, (tx) => sql.insertUser(tx, user))
}
