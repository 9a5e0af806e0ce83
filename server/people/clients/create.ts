/** A client made by the business itself: at the till, by a program, from a file. Only the holders room calls it. */
import type { Language } from '../../../contract/limits.ts'
import { holders as contract } from '../../../contract/reach/holders.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { takeCardNumber } from '../../platform/cabinets/cabinets.ts'
import { type By, recordAmounts } from './amounts.ts'
import * as sql from './change-sql.ts'
import { getClient } from './clients.ts'
import { columnsOf, type Facts } from './columns.ts'
import { checkFacts, phoneInOneSpelling } from './facts.ts'
import { clientByTel, type ClientRow } from './sql.ts'

const refuse = refusals(contract)

export type NewFacts = Facts & { template: string; lang: Language }
/** `known`: the client who has this phone. `full`: the tariff allows no more cards. */
export type MadeClient = { kind: 'made'; client: ClientRow } | { kind: 'known'; id: string } | { kind: 'full' }

const NOTHING = { balance_minor: 0, bonus_minor: 0, discount_hundredths: 0 }

/**
 * The same phone in any spelling is the same client. Two at the same time with one phone make one client.
 * @throws Refusal bad_phone, invalid_input, template_not_found, unknown_variable
 */
export async function createClient(db: CabinetDb, facts: NewFacts, by: By, now: Date): Promise<MadeClient> {
  const tel = await checkFacts(db, facts, {}, now)
  if (tel !== '') {
    await sql.lockKey(db, tel)
    const known = await clientByTel(db, tel)
    if (known) return { kind: 'known', id: known.id }
  }
  const cardNumber = await takeCardNumber(db)
  if (cardNumber === undefined) return { kind: 'full' }
  const id = crypto.randomUUID()
  const columns = columnsOf({ ...facts, tel })
  await sql.insertClient(db, {
    ...columns,
    id,
    card_number: cardNumber,
    template_id: facts.template,
    form_id: null,
    lang: facts.lang,
    consent_at: null,
    consent_text_hash: null,
    consent_ip: null,
    created_at: now,
    updated_at: now,
  })
  await recordAmounts(db, id, NOTHING, columns, { at: now, by })
  return { kind: 'made', client: await getClient(db, id) }
}

/**
 * The client with this phone, in any spelling. Until the end of the transaction nobody else changes the client, or
 * makes one with the same phone.
 * @throws Refusal bad_phone
 */
export async function holdByPhone(db: CabinetDb, text: string): Promise<string | undefined> {
  const tel = await phoneInOneSpelling(db, text)
  if (tel === null) throw refuse('bad_phone', {}, { tel: { code: 'phone' } })
  await sql.lockKey(db, tel)
  const known = await clientByTel(db, tel)
  if (known) await sql.lockAmounts(db, known.id)
  return known?.id
}
