/** A client's amounts on both sides, kept together: ours on the card, theirs in the link. */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { clientByPhone, type StoredClient } from '../../people/clients/clients.ts'
import type { AmountAbilities, Amounts, Found } from '../../engines/crm/connector.ts'
import { saveFromCrm } from '../../reach/holders/holders.ts'
import { incoming, mergedFaults, type StoredLink } from './field-map.ts'
import { changeLink, type Link, raiseWritten, settleExchange } from './links-sql.ts'
import { valuesOf } from './our-fields.ts'
import { type Base, rebase } from './rebase.ts'
import type { IntegrationRow } from './sql.ts'

export const amountsOf = (client: StoredClient): Amounts => ({
  balanceMinor: client.balance_minor,
  bonusMinor: client.bonus_minor,
  discountHundredths: client.discount_hundredths,
})

/** Nothing is known of the other side before both have met. */
export const baseOf = (link: Link): Base =>
  link.met_at === null
    ? { balanceMinor: null, bonusMinor: null, discountHundredths: null }
    : { balanceMinor: link.their_balance, bonusMinor: link.their_bonus, discountHundredths: link.their_discount }

export const baseColumns = (base: Base) => ({
  their_balance: base.balanceMinor,
  their_bonus: base.bonusMinor,
  their_discount: base.discountHundredths,
})

/** How a client is exchanged: what the account chose, or what was chosen for this client alone. */
export type Exchange = {
  abilities: AmountAbilities
  policy: IntegrationRow['policy']
  isRead: boolean
  isWritten: boolean
  /** Names and contacts come back too. */
  isRewritten: boolean
  fields: readonly StoredLink[]
}

/**
 * Takes over what the CRM has of a client: amounts as far as it changed them, the phone when it was corrected there,
 * names where they may come back. Locks the client and then the link.
 * @returns the client and the link afterwards
 */
export async function takeOver(
  app: App,
  db: CabinetDb,
  { client, link, exchange }: { client: StoredClient; link: Link; exchange: Exchange },
  found: Found,
): Promise<{ client: StoredClient; link: Link }> {
  const sides = rebase({
    ours: amountsOf(client),
    theirs: exchange.isRead || link.met_at === null ? found.amounts : {},
    base: baseOf(link),
    abilities: exchange.abilities,
    policy: exchange.policy,
    isWritten: exchange.isWritten,
  })
  const { tel: _, ...person } = found.person
  const corrected = exchange.isRead ? await correctedPhone(db, client, link, found) : undefined
  const fields = incoming(exchange.isRead ? exchange.fields : [], {
    valueOf: valuesOf(client),
    theirs: found.fields ?? {},
    base: link.their_fields,
    isRewritten: exchange.isRewritten,
  })
  const changed = await saveFromCrm(app, db, client.id, {
    person: exchange.isRead ? { ...person, ...(corrected?.isFree && { tel: corrected.tel }) } : {},
    amounts: sides.ours,
    rewrites: exchange.isRewritten,
    fields: fields.taken,
  })
  const settled = await settleExchange(db, client.id, {
    ...baseColumns(sides.base),
    ...(found.crmId && { crm_id: found.crmId }),
    ...(found.tel && { their_tel: found.tel }),
    met_at: link.met_at ?? app.clock.now(),
    read_at: app.clock.now(),
    is_stale: false,
    doubt: corrected?.isFree === false ? 'phone_taken' : null,
    match: 'same',
    their_fields: { ...link.their_fields, ...fields.known },
    field_faults: mergedFaults(link.field_faults, fields.faults),
    category: found.category?.name ?? null,
    category_percent: found.category?.bonusPercent ?? null,
  })
  if (changed) await raiseWritten(db, client.id, { before: changed.before.version, after: changed.after.version })
  return { client: changed?.after ?? client, link: settled }
}

/**
 * The phone that was corrected over there since the last exchange, unless it was changed here too. Another client's
 * phone is a matter for a person.
 */
async function correctedPhone(
  db: CabinetDb,
  client: StoredClient,
  link: Link,
  { tel }: Found,
): Promise<{ tel: string; isFree: boolean } | undefined> {
  const isCorrected = link.their_tel !== null && tel !== '' && tel !== link.their_tel && client.tel === link.their_tel
  if (!isCorrected) return undefined
  const other = await clientByPhone(db, tel)
  return { tel, isFree: other === undefined || other.id === client.id }
}

/** An answer that came too late: this client is read again. */
export const readAgain = (db: CabinetDb, clientId: string): Promise<void> =>
  changeLink(db, clientId, { is_stale: true })
