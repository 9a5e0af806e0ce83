/** A client's amounts on both sides, kept together: ours on the card, theirs in the link. */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { changeFromCrm, clientByPhone, type StoredClient } from '../../people/clients/clients.ts'
import type { AmountAbilities, Amounts, Found } from '../../engines/crm/connector.ts'
import { saveAllFromCrm } from '../../reach/holders/holders.ts'
import { incoming, mergedFaults, type StoredLink } from './field-map.ts'
import { changeLink, type Link, type ReadLink, settleRead } from './links-sql.ts'
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

type Sides = { client: StoredClient; link: Link; exchange: Exchange }
type Corrected = { tel: string; isFree: boolean } | undefined

/** What a client and its link become by what the CRM has. Pure. */
function weigh({ client, link, exchange }: Sides, found: Found, corrected: Corrected, now: Date) {
  const sides = rebase({
    ours: amountsOf(client),
    theirs: exchange.isRead || link.met_at === null ? found.amounts : {},
    base: baseOf(link),
    abilities: exchange.abilities,
    policy: exchange.policy,
    isWritten: exchange.isWritten,
  })
  const { tel: _, ...person } = found.person
  const fields = incoming(exchange.isRead ? exchange.fields : [], {
    valueOf: valuesOf(client),
    theirs: found.fields ?? {},
    base: link.their_fields,
    isRewritten: exchange.isRewritten,
  })
  const save = {
    person: exchange.isRead ? { ...person, ...(corrected?.isFree && { tel: corrected.tel }) } : {},
    amounts: sides.ours,
    rewrites: exchange.isRewritten,
    fields: fields.taken,
  }
  const change = changeFromCrm(client, save, now)
  // Its change came from the CRM and need not go back to it.
  const rises = Object.keys(change).length > 0 && link.written_version === client.version
  const settled: ReadLink = {
    client_id: client.id,
    ...baseColumns(sides.base),
    crm_id: found.crmId || link.crm_id,
    their_tel: found.tel || link.their_tel,
    met_at: link.met_at ?? now,
    read_at: now,
    doubt: corrected?.isFree === false ? 'phone_taken' : null,
    match: 'same',
    their_fields: { ...link.their_fields, ...fields.known },
    field_faults: mergedFaults(link.field_faults, fields.faults),
    category: found.category?.name ?? null,
    category_percent: found.category?.bonusPercent ?? null,
    written_version: rises ? client.version + 1 : null,
  }
  return { change, settled }
}

/**
 * Takes over what the CRM has of a client: amounts as far as it changed them, the phone when it was corrected there,
 * names where they may come back. The caller has locked the client and then the link.
 * @returns the client and the link afterwards
 */
export async function takeOver(
  app: App,
  db: CabinetDb,
  sides: Sides,
  found: Found,
): Promise<{ client: StoredClient; link: Link }> {
  const { client, link } = sides
  const corrected = isCorrected(sides, found) ? await correctedPhone(db, client, found) : undefined
  const { change, settled } = weigh(sides, found, corrected, app.clock.now())
  // The link first: a client who is changed before it would wait to be written for a moment.
  await settleRead(db, [settled])
  const [changed] = Object.keys(change).length > 0 ? await saveAllFromCrm(app, db, [{ client, change }]) : []
  const { written_version: version, ...rest } = settled
  return {
    client: changed ?? client,
    link: { ...link, ...rest, ...(version !== null && { written_version: version }) },
  }
}

/** The same for a part of a round, with as many statements as for one where nothing but amounts changes. */
export async function takeOverAll(
  app: App,
  db: CabinetDb,
  all: readonly { both: Sides; found: Found }[],
): Promise<void> {
  const usual = all.filter(({ both, found }) => !isCorrected(both, found))
  const weighed = usual.map(({ both, found }) => ({ both, ...weigh(both, found, undefined, app.clock.now()) }))
  await settleRead(
    db,
    weighed.map(({ settled }) => settled),
  )
  await saveAllFromCrm(
    app,
    db,
    weighed.flatMap(({ both, change }) => (Object.keys(change).length > 0 ? [{ client: both.client, change }] : [])),
  )
  for (const { both, found } of all) if (isCorrected(both, found)) await takeOver(app, db, both, found)
}

/** Whether the phone was corrected over there since the last exchange, and not changed here too. */
const isCorrected = ({ client, link, exchange }: Sides, { tel }: Found) =>
  exchange.isRead && link.their_tel !== null && tel !== '' && tel !== link.their_tel && client.tel === link.their_tel

/** Another client's phone is a matter for a person. */
async function correctedPhone(db: CabinetDb, client: StoredClient, { tel }: Found): Promise<Corrected> {
  const other = await clientByPhone(db, tel)
  return { tel, isFree: other === undefined || other.id === client.id }
}

/** An answer that came too late: this client is read again. */
export const readAgain = (db: CabinetDb, clientId: string): Promise<void> =>
  changeLink(db, clientId, { is_stale: true })
