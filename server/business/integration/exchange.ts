/**
 * Brings one client to the CRM: finds or adds the person there, lets both sides' amounts meet, and sends what was
 * changed here as an operation. Every step is noted before the CRM is called and settled after it answered, so a worker
 * that dies in between repeats the same operation, and no step is done twice.
 */
import { receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { getClient, lockClients, type StoredClient } from '../../people/clients/clients.ts'
import type { Client, Connector, Delta, Found, Operation, Verbs } from '../../engines/crm/connector.ts'
import { abilitiesOf } from '../../engines/crm/crm.ts'
import { Rejected } from '../../engines/crm/troubles.ts'
import { whoIs } from '../../engines/crm/who-is.ts'
import { installUrl, issuePass } from '../../reach/passes/passes.ts'
import { amountsOf, baseColumns, baseOf, type Exchange, takeOver } from './both-sides.ts'
import { clientSyncs } from './clients-sql.ts'
import { changedHere, type Faults, faultsAfter, outgoing } from './field-map.ts'
import * as links from './links-sql.ts'
import { valuesOf } from './our-fields.ts'
import { digestOf, personOf } from './our-person.ts'
import { unsent, unsentDiscount, withDelta } from './rebase.ts'
import type { IntegrationRow } from './sql.ts'

export type Crm = {
  cabinetId: number
  domain: string
  connector: Connector
  row: IntegrationRow
  verbs: Verbs
}
/** `written`: the CRM has the client as it is here · `doubt`: a person has to say who it is there. */
export type Outcome = 'written' | 'doubt' | 'gone'

type Taken = { client: StoredClient; link: links.Link; exchange: Exchange; person: Client; fieldFaults: Faults }

export function exchangeOf({ connector, row }: Pick<Crm, 'connector' | 'row'>, sync: SyncFlags): Exchange {
  return {
    abilities: connector.amounts(row.settings, row.categories),
    policy: row.policy,
    isRead: sync.is_read && receivesFrom(abilitiesOf(connector, row.settings)),
    isWritten: sync.is_write && sendsTo(abilitiesOf(connector, row.settings)),
    isRewritten: sync.is_rewrite && !sync.waits,
    fields: row.field_map,
  }
}
type SyncFlags = { is_read: boolean; is_write: boolean; is_rewrite: boolean; waits: boolean }

/** The client and its link, locked in this order; undefined when the client is gone. */
export async function lockBoth(db: CabinetDb, crm: Pick<Crm, 'connector' | 'row'>, id: string) {
  if ((await lockClients(db, [id])).length === 0) return undefined
  const [client, link] = [await getClient(db, id), await links.lockLink(db, id)]
  const [sync] = await clientSyncs(db, [id])
  return sync && { client, link, exchange: exchangeOf(crm, sync) }
}

async function take(app: App, crm: Crm, id: string): Promise<(Taken & { asked: string }) | undefined> {
  return openForWork(app, crm.cabinetId, async (db) => {
    const both = await lockBoth(db, crm, id)
    if (!both) return undefined
    const { client, link } = both
    const pass = await issuePass(app, db, client)
    const cardUrl = installUrl(app, crm.domain, crm.cabinetId, pass.id)
    const person = personOf(client, link.crm_id, cardUrl, both.exchange.fields)
    const { faults } = outgoing(both.exchange.fields, valuesOf(client, cardUrl))
    return { ...both, person, fieldFaults: faults, asked: await links.askedNow(db) }
  })
}

/**
 * @param isAmountsOnly names and contacts wait for the run of the day
 * @throws what affects more than this client, and Rejected about this one
 */
export async function exchangeClient(
  app: App,
  crm: Crm,
  id: string,
  isAmountsOnly = false,
  isAgain = false,
): Promise<Outcome> {
  const taken = await takeSettled(app, crm, id)
  if (!taken) return 'gone'
  const isLinked = taken.link.crm_id !== null && taken.link.met_at !== null
  const met: Met | 'doubt' = isLinked ? { found: foundOf(taken), isNew: false } : await meet(app, crm, taken)
  if (met === 'doubt') return 'doubt'
  if (!met.isWritten && !(await writePerson(app, crm, taken, met, isAmountsOnly))) {
    if (isAgain) throw new Rejected('It is gone as soon as it was added', 'gone')
    // Deleted over there since: they meet anew, and what is on the card is not lost.
    await openForWork(app, crm.cabinetId, (db) => links.changeLink(db, id, links.UNLINKED))
    return exchangeClient(app, crm, id, isAmountsOnly, true)
  }
  await sendAmounts(app, crm, id, met.found.crmId, (db) => settleWritten(app, db, taken, isAmountsOnly))
  return 'written'
}

const foundOf = ({ link }: Taken): Found => ({
  crmId: link.crm_id ?? '',
  tel: link.their_tel ?? '',
  cardNumber: '',
  person: {},
  amounts: {},
})

/** `isWritten`: just added there, as the client was when it was taken. */
type Met = { found: Found; isNew: boolean; isWritten?: true }

/** Finds the person there or adds them, and takes over what the CRM has. */
async function meet(
  app: App,
  crm: Crm,
  { client, link, person, asked, exchange }: Taken & { asked: string },
): Promise<Met | 'doubt'> {
  const match = whoIs(person, await crm.verbs.search(person))
  if (match.kind === 'doubt') {
    await openForWork(app, crm.cabinetId, (db) =>
      links.settleExchange(db, client.id, { doubt: match.doubt, match: 'doubt' }),
    )
    return 'doubt'
  }
  if (match.kind === 'none') return addThere(app, crm, { client, link, person, exchange }, match.isCardTaken)
  await openForWork(app, crm.cabinetId, async (db) => {
    const both = await lockBoth(db, crm, client.id)
    if (!both) return
    // Added by a request whose answer was lost: nobody over there has had points that could meet ours.
    if (link.is_creating) await noteAdded(app, db, client.id, match.found.crmId, person.tel)
    else if (!(await links.isOutOfDate(db, client.id, asked))) await takeOver(app, db, both, match.found)
  })
  return { found: match.found, isNew: link.is_creating }
}

async function addThere(
  app: App,
  crm: Crm,
  { client, link, person, exchange }: Omit<Taken, 'fieldFaults'>,
  isCardTaken: boolean,
): Promise<Met> {
  const isRepeat = link.is_creating && link.operation_id !== null
  const id = link.is_creating && link.operation_id ? link.operation_id : crypto.randomUUID()
  await openForWork(app, crm.cabinetId, (db) =>
    links.changeLink(db, client.id, { is_creating: true, operation_id: id }),
  )
  const discount = exchange.abilities.discount === 'both' && client.discount_hundredths > 0
  const level = { discountHundredths: discount ? client.discount_hundredths : null }
  const added = { ...person, crmId: null, cardNumber: isCardTaken ? '' : person.cardNumber }
  const { crmId } = await crm.verbs.create(added, level, { id, isRepeat })
  await openForWork(app, crm.cabinetId, async (db) => {
    await links.lockLink(db, client.id)
    await noteAdded(app, db, client.id, crmId, person.tel)
    await links.changeLink(db, client.id, {
      written_digest: digestOf(person),
      their_fields: { ...person.fields },
      ...(discount && { their_discount: client.discount_hundredths }),
    })
  })
  return { found: { crmId, tel: person.tel, cardNumber: '', person: {}, amounts: {} }, isNew: true, isWritten: true }
}

/** A client that we have added begins with nothing there: whatever is on the card goes out as a change. */
const noteAdded = (app: App, db: CabinetDb, clientId: string, crmId: string, tel: string) =>
  links.settleExchange(db, clientId, {
    crm_id: crmId,
    their_tel: tel,
    their_balance: null,
    their_bonus: null,
    their_discount: null,
    met_at: app.clock.now(),
    is_creating: false,
    operation_id: null,
    doubt: null,
    match: 'same',
  })

/**
 * Names, contacts and the level, when they differ from what was written.
 * @returns false when the client is gone there
 */
async function writePerson(app: App, crm: Crm, taken: Taken, { found, isNew }: Met, isAmountsOnly: boolean) {
  const { id } = taken.client
  const state = await openForWork(app, crm.cabinetId, async (db) => {
    const both = await lockBoth(db, crm, id)
    return (
      both && { ...both, discount: unsentDiscount(amountsOf(both.client), baseOf(both.link), both.exchange.abilities) }
    )
  })
  if (!state) return true
  const { link, discount } = state
  const digest = digestOf(taken.person)
  const isSame = link.written_digest?.equals(digest) === true
  if (isAmountsOnly || (isSame && discount === null)) return true
  // A phone that was not changed here is not written: it may have been corrected over there.
  const isPhoneOurs = link.their_tel === null || taken.person.tel !== link.their_tel || isNew
  const { their_fields: base, field_faults: faults } = link
  const fields = changedHere(state.exchange.fields, taken.person.fields ?? {}, base, faults ?? {})
  const person = { ...taken.person, crmId: found.crmId, tel: isPhoneOurs ? taken.person.tel : found.tel, fields }
  // Fields may be sent anew although the client is the same, so what is sent is a part of the id.
  const operation = { id: `${id}|${taken.client.version}|${digestOf(person).toString('hex', 0, 6)}`, isRepeat: false }
  if (!(await crm.verbs.update(found, person, { discountHundredths: discount }, operation))) return false
  await openForWork(app, crm.cabinetId, (db) =>
    links.settleExchange(db, id, {
      written_digest: digest,
      their_fields: { ...base, ...fields },
      ...(person.tel && { their_tel: person.tel }),
      ...(discount !== null && { their_discount: discount }),
    }),
  )
  return true
}

/** Sends what was changed here since both sides last agreed, once. @param end settles the client with the last step */
async function sendAmounts(app: App, crm: Crm, id: string, crmId: string, end: End): Promise<void> {
  const operation = await openForWork(app, crm.cabinetId, async (db) => {
    const both = await lockBoth(db, crm, id)
    const delta = both && crm.verbs.adjust && both.exchange.isWritten ? unsentOf(both) : {}
    if (Object.keys(delta).length === 0) {
      await end(db)
      return undefined
    }
    const operationId = crypto.randomUUID()
    await links.changeLink(db, id, {
      operation_id: operationId,
      operation_balance: delta.balanceMinor ?? null,
      operation_bonus: delta.bonusMinor ?? null,
    })
    return { id: operationId, delta }
  })
  if (operation) await send(app, crm, { id, crmId }, operation.delta, { id: operation.id, isRepeat: false }, end)
}
type End = (db: CabinetDb) => Promise<void>

const unsentOf = ({ client, link, exchange }: Pick<Taken, 'client' | 'link' | 'exchange'>): Delta =>
  unsent(amountsOf(client), baseOf(link), exchange.abilities)

/** An operation of an earlier try that has no answer goes first, under the same id. */
async function takeSettled(app: App, crm: Crm, id: string): Promise<(Taken & { asked: string }) | undefined> {
  const taken = await take(app, crm, id)
  const { operation_id: operationId = null, crm_id: crmId = null } = taken?.link ?? {}
  if (!taken || operationId === null || crmId === null) return taken
  const delta = {
    ...(taken.link.operation_balance !== null && { balanceMinor: taken.link.operation_balance }),
    ...(taken.link.operation_bonus !== null && { bonusMinor: taken.link.operation_bonus }),
  }
  await send(app, crm, { id, crmId }, delta, { id: operationId, isRepeat: true })
  return take(app, crm, id)
}

async function send(
  app: App,
  crm: Crm,
  { id, crmId }: { id: string; crmId: string },
  delta: Delta,
  operation: Operation,
  end?: End,
): Promise<void> {
  const none = { operation_id: null, operation_balance: null, operation_bonus: null }
  try {
    await crm.verbs.adjust?.(crmId, delta, operation)
  } catch (error) {
    // Refused, so it did not arrive: the next try is another operation with what is right then.
    if (error instanceof Rejected) await openForWork(app, crm.cabinetId, (db) => links.changeLink(db, id, none))
    throw error
  }
  await openForWork(app, crm.cabinetId, async (db) => {
    await lockClients(db, [id])
    const link = await links.lockLink(db, id)
    if (link.operation_id === operation.id)
      await links.settleExchange(db, id, { ...none, ...baseColumns(withDelta(baseOf(link), delta)) })
    await end?.(db)
  })
}

/** The CRM has the client as it is here, unless something was changed meanwhile. */
async function settleWritten(
  app: App,
  db: CabinetDb,
  { client, person, exchange, fieldFaults }: Taken,
  isAmountsOnly: boolean,
): Promise<void> {
  if ((await lockClients(db, [client.id])).length === 0) return
  const [now, link] = [await getClient(db, client.id), await links.lockLink(db, client.id)]
  const isSame = link.written_digest?.equals(digestOf(personOf(now, null, person.cardUrl, exchange.fields))) === true
  const version = isSame ? now.version : isAmountsOnly ? null : client.version
  await links.changeLink(db, client.id, {
    fault: null,
    ...(!isAmountsOnly && { field_faults: faultsAfter(link.field_faults, fieldFaults) }),
    ...(version !== null && { written_version: version, written_at: app.clock.now() }),
  })
}
