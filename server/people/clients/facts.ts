/** What is true of everything that is saved about a client, however it comes. */
import { clients as contract } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { destinationOf, toE164 } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusal.ts'
import { phoneOf } from '../../platform/cabinets/cabinets.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { firstUnknownName } from '../../cards/variables/variables.ts'
import { moscowDay } from '../../../contract/time.ts'
import { isBirthday } from './birthday.ts'

const refuse = refusals(contract)

/**
 * One spelling for a client's phone. A number without a country code is one of the country of the business's own phone.
 * @returns null when it is no phone number
 */
export async function phoneInOneSpelling(db: CabinetDb, text: string): Promise<string | null> {
  const international = toE164(text)
  if (international !== null) return international
  const own = await phoneOf(db)
  const country = own === null ? null : destinationOf(own).country
  return country === null ? null : toE164(text, country as Parameters<typeof toE164>[1])
}

type Checked = { tel: string; birthday: string | null; template: string; extra: Readonly<Record<string, string>> }

/**
 * @param kept names of variables that the client has already
 * @returns the phone in one spelling
 * @throws Refusal bad_phone, invalid_input, template_not_found, unknown_variable
 */
export async function checkFacts(
  db: CabinetDb,
  { tel, birthday, template, extra }: Checked,
  kept: Readonly<Record<string, string>>,
  now: Date,
): Promise<string> {
  const phone = tel === '' ? '' : await phoneInOneSpelling(db, tel)
  if (phone === null) throw refuse('bad_phone', {}, { tel: { code: 'phone' } })
  if (birthday !== null && !isBirthday(birthday, now))
    throw refuse('invalid_input', {}, { birthday: { code: birthday > moscowDay(now) ? 'date_to_come' : 'date' } })
  if (!(await findTemplate(db, template))) throw refuse('template_not_found')
  const added = Object.keys(extra).filter((name) => !Object.hasOwn(kept, name))
  const unknown = await firstUnknownName(db, added)
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
  return phone
}
