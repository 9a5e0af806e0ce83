/**
 * Brings one client to the CRM: finds or adds the person there, lets both sides' amounts meet, and sends what was
 * changed here as an operation. Each call of the CRM is made between two transactions: the one before it notes what is
 * about to happen, the one after it settles that and decides the next call. So a worker that dies in between repeats
 * the same operation, and no step is done twice.
 */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Client, Delta, Found, Level, Operation } from '../../engines/crm/connector.ts'
import { Rejected } from '../../engines/crm/troubles.ts'
import { whoIs } from '../../engines/crm/who-is.ts'
import { installUrl, issuePass } from '../../reach/passes/passes.ts'
import { amountsOf, baseColumns, baseOf, readAgain, takeOver } from './both-sides.ts'
import { changedHere } from './field-map.ts'
import { type Crm, type Held, lockBoth, lockWhole } from './held.ts'
import * as links from './links-sql.ts'
import { digestOf } from './our-person.ts'
import { unsent, unsentDiscount, withDelta } from './rebase.ts'
import { addedAs, type Sent, sentOf, writtenAs } from './sent.ts'

/**
 * `written`: the CRM has the client as it is here · `doubt`: a person has to say who it is there · `kept`: nothing of
 * this client is sent · `gone`: there is no such client any more, or no such connection.
 */
export type Outcome = 'written' | 'doubt' | 'kept' | 'gone'

/** The next call of the CRM, as a transaction has decided and noted it. */
type Step =
  | { call: 'search'; sent: Sent; asked: string }
  | { call: 'create'; sent: Sent; added: Client; level: Level; operation: Operation }
  | { call: 'update'; sent: Sent; found: Found; person: Client; discount: number | null }
  | { call: 'adjust'; sent: Sent; crmId: string; delta: Delta; operation: Operation }
  /** An operation of an earlier try that has no answer goes first, under the same id. */
  | { call: 'repeat'; crmId: string; delta: Delta; operation: Operation }
  | { call: 'none'; outcome: Outcome }
export type Searching = Extract<Step, { call: 'search' }>

type Work = {
  app: App
  crm: Crm
  id: string
  isAmountsOnly: boolean
  /** Counts the client in the transaction that ends its exchange. */
  atEnd: (db: CabinetDb) => Promise<void>
}
type Choice = {
  /** Names and contacts wait for the run of the day. */
  isAmountsOnly?: boolean
  atEnd?: (db: CabinetDb) => Promise<void>
  /** Its first step, if it was decided with those of others. */
  begun?: Searching | undefined
}

const NOTHING = async () => undefined
const GONE: Step = { call: 'none', outcome: 'gone' }

/** @throws what affects more than this client, and Rejected about this one */
export async function exchangeClient(
  app: App,
  crm: Crm,
  id: string,
  { isAmountsOnly = false, atEnd = NOTHING, begun }: Choice = {},
): Promise<Outcome> {
  const work: Work = { app, crm, id, isAmountsOnly, atEnd }
  let step: Step = begun ?? (await inside(work, (db) => begin(work, db)))
  let isAnew = false
  while (step.call !== 'none') {
    if (step.call === 'update' && !(await update(crm, step))) {
      if (isAnew) throw new Rejected('It is gone as soon as it was added', 'gone')
      isAnew = true
      step = await inside(work, (db) => meetAnew(work, db))
    } else step = await take(work, step)
  }
  return step.outcome
}

const inside = ({ app, crm }: Work, decide: (db: CabinetDb) => Promise<Step>) => openForWork(app, crm.cabinetId, decide)

/** Makes the call, and settles it in one transaction. */
async function take(work: Work, step: Exclude<Step, { call: 'none' }>): Promise<Step> {
  const { crm } = work
  switch (step.call) {
    case 'search': {
      const found = await crm.verbs.search(step.sent.person)
      return inside(work, (db) => decideWho(work, db, step, found))
    }
    case 'create': {
      const { crmId } = await crm.verbs.create(step.added, step.level, step.operation)
      return inside(work, (db) => settleAdded(work, db, step, crmId))
    }
    case 'update':
      return inside(work, (db) => settleUpdated(work, db, step))
    case 'adjust':
    case 'repeat':
      await send(work, step)
      return inside(work, (db) => settleSent(work, db, step))
  }
}

async function begin(work: Work, db: CabinetDb): Promise<Step> {
  const { app, crm, id } = work
  const both = await lockBoth(db, crm, id)
  if (!both) return GONE
  const { client, link, exchange } = both
  if (!exchange.isWritten) return { call: 'none', outcome: 'kept' }
  // What was corrected over there shows when it is read.
  if (!work.isAmountsOnly && link.doubt === 'phone_taken') await readAgain(db, id)
  const { operation_id: operationId, crm_id: crmId } = link
  if (operationId !== null && crmId !== null) {
    const delta = {
      ...(link.operation_balance !== null && { balanceMinor: link.operation_balance }),
      ...(link.operation_bonus !== null && { bonusMinor: link.operation_bonus }),
    }
    return { call: 'repeat', crmId, delta, operation: { id: operationId, isRepeat: true } }
  }
  const pass = await issuePass(app, db, client)
  const sent = sentOf(both, installUrl(app, crm.domain, crm.cabinetId, pass.id))
  if (crmId === null || link.met_at === null) return { call: 'search', sent, asked: both.now }
  const found = { crmId, tel: link.their_tel ?? '', cardNumber: '', person: {}, amounts: {} }
  return nextWriting(work, db, both, { sent, found, isNew: false })
}

/** Deleted over there since: they meet anew, and what is on the card is not lost. */
async function meetAnew(work: Work, db: CabinetDb): Promise<Step> {
  if (await lockWhole(db, work.crm, work.id)) await links.changeLink(db, work.id, links.UNLINKED)
  return begin(work, db)
}

/** Takes over what the CRM has of the person who was found, or notes that they are about to be added. */
async function decideWho(
  work: Work,
  db: CabinetDb,
  { sent, asked }: { sent: Sent; asked: string },
  all: readonly Found[],
): Promise<Step> {
  const { app, crm, id } = work
  const both = await lockBoth(db, crm, id, asked)
  if (!both) return GONE
  // Somebody else was searched for.
  if (both.client.version !== sent.client.version) return begin(work, db)
  const match = whoIs(sent.person, all)
  if (match.kind === 'doubt') {
    await links.settleExchange(db, id, { doubt: match.doubt, match: 'doubt' })
    return { call: 'none', outcome: 'doubt' }
  }
  if (match.kind === 'none') return noteAdding(db, both, sent, match.isCardTaken)
  const { found } = match
  // Added by a request whose answer was lost: nobody over there has had points that could meet ours.
  const isNew = both.link.is_creating
  if (isNew) {
    const link = await links.settleExchange(db, id, addedAs(app, found.crmId, sent.person.tel))
    return nextWriting(work, db, { ...both, link }, { sent, found, isNew })
  }
  const now = both.isNewer ? both : { ...both, ...(await takeOver(app, db, both, found)) }
  return nextWriting(work, db, now, { sent: sentOf(now, sent.person.cardUrl), found, isNew })
}

async function noteAdding(
  db: CabinetDb,
  { client, link, exchange }: Held,
  sent: Sent,
  isCardTaken: boolean,
): Promise<Step> {
  const isRepeat = link.is_creating && link.operation_id !== null
  const id = link.is_creating && link.operation_id ? link.operation_id : crypto.randomUUID()
  if (!isRepeat) await links.changeLink(db, client.id, { is_creating: true, operation_id: id })
  const hasLevel = exchange.abilities.discount === 'both' && sent.client.discount_hundredths > 0
  return {
    call: 'create',
    sent,
    added: { ...sent.person, crmId: null, cardNumber: isCardTaken ? '' : sent.person.cardNumber },
    level: { discountHundredths: hasLevel ? sent.client.discount_hundredths : null },
    operation: { id, isRepeat },
  }
}

async function settleAdded(
  work: Work,
  db: CabinetDb,
  { sent, level }: { sent: Sent; level: Level },
  crmId: string,
): Promise<Step> {
  const both = await lockWhole(db, work.crm, work.id)
  if (!both) return GONE
  return nextAmounts(work, db, both, sent, crmId, {
    ...addedAs(work.app, crmId, sent.person.tel),
    written_digest: digestOf(sent.person),
    their_fields: { ...sent.person.fields },
    ...(level.discountHundredths !== null && { their_discount: level.discountHundredths }),
  })
}

type Match = { sent: Sent; found: Found; isNew: boolean }

/** Names, contacts and the level are written when they differ from what was written. */
async function nextWriting(work: Work, db: CabinetDb, both: Held, { sent, found, isNew }: Match): Promise<Step> {
  const { client, link, exchange } = both
  const discount = unsentDiscount(amountsOf(client), baseOf(link), exchange.abilities)
  const isSame = link.written_digest?.equals(digestOf(sent.person)) === true
  if (work.isAmountsOnly || (isSame && discount === null)) return nextAmounts(work, db, both, sent, found.crmId)
  // A phone that was not changed here is not written: it may have been corrected over there.
  const isPhoneOurs = link.their_tel === null || sent.person.tel !== link.their_tel || isNew
  const { their_fields: base, field_faults: faults } = link
  const fields = changedHere(exchange.fields, sent.person.fields ?? {}, base, faults ?? {})
  const tel = isPhoneOurs ? sent.person.tel : found.tel
  return { call: 'update', sent, found, person: { ...sent.person, crmId: found.crmId, tel, fields }, discount }
}

/** @returns false when the client is gone there */
function update({ verbs }: Crm, { sent, found, person, discount }: Step & { call: 'update' }): Promise<boolean> {
  const { id, version } = sent.client
  // Fields may be sent anew although the client is the same, so what is sent is a part of the id.
  const operation = { id: `${id}|${version}|${digestOf(person).toString('hex', 0, 6)}`, isRepeat: false }
  return verbs.update(found, person, { discountHundredths: discount }, operation)
}

async function settleUpdated(
  work: Work,
  db: CabinetDb,
  { sent, found, person, discount }: Step & { call: 'update' },
): Promise<Step> {
  const both = await lockWhole(db, work.crm, work.id)
  if (!both) return GONE
  return nextAmounts(work, db, both, sent, found.crmId, {
    written_digest: digestOf(sent.person),
    their_fields: { ...both.link.their_fields, ...person.fields },
    ...(person.tel && { their_tel: person.tel }),
    ...(discount !== null && { their_discount: discount }),
  })
}

/**
 * What was changed here since both sides last agreed is sent, once; with nothing to send the client is settled.
 * @param settled what the call before has settled in the link: it is written with what is noted, by one statement
 */
async function nextAmounts(
  work: Work,
  db: CabinetDb,
  before: Held,
  sent: Sent,
  crmId: string,
  settled?: links.Change,
): Promise<Step> {
  const both: Held = { ...before, link: { ...before.link, ...settled } }
  const write = (change: links.Change) =>
    settled ? links.settleExchange(db, work.id, { ...settled, ...change }) : links.changeLink(db, work.id, change)
  const { client, link, exchange } = both
  const isSent = work.crm.verbs.adjust !== undefined && exchange.isWritten && client.archived_at === null
  const delta = isSent ? unsent(amountsOf(client), baseOf(link), exchange.abilities) : {}
  if (Object.keys(delta).length === 0) {
    await write(writtenAs(work, both, sent))
    await work.atEnd(db)
    return { call: 'none', outcome: 'written' }
  }
  const operation = { id: crypto.randomUUID(), isRepeat: false }
  await write({
    operation_id: operation.id,
    operation_balance: delta.balanceMinor ?? null,
    operation_bonus: delta.bonusMinor ?? null,
  })
  return { call: 'adjust', sent, crmId, delta, operation }
}

const NO_OPERATION = { operation_id: null, operation_balance: null, operation_bonus: null }
type Sending = Extract<Step, { delta: Delta }>

async function send({ app, crm, id }: Work, { crmId, delta, operation }: Sending): Promise<void> {
  try {
    await crm.verbs.adjust?.(crmId, delta, operation)
  } catch (error) {
    // Refused, so it did not arrive: the next try is another operation with what is right then.
    if (error instanceof Rejected)
      await openForWork(app, crm.cabinetId, async (db) => {
        const both = await lockWhole(db, crm, id)
        if (both?.link.operation_id === operation.id) await links.changeLink(db, id, NO_OPERATION)
      })
    throw error
  }
}

async function settleSent(work: Work, db: CabinetDb, step: Sending): Promise<Step> {
  const both = await lockWhole(db, work.crm, work.id)
  if (!both) return GONE
  const isOpen = both.link.operation_id === step.operation.id
  await links.settleExchange(db, work.id, {
    ...(isOpen && { ...NO_OPERATION, ...baseColumns(withDelta(baseOf(both.link), step.delta)) }),
    ...(step.call === 'adjust' && writtenAs(work, both, step.sent)),
  })
  if (step.call === 'repeat') return begin(work, db)
  await work.atEnd(db)
  return { call: 'none', outcome: 'written' }
}
