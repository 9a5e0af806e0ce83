/**
 * Reads sales and refunds of the CRM, document by document, a few in one transaction, and the place from which the next
 * page goes on after all of them: a page which is read again changes nothing.
 */
import { CURRENCY } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import { type CabinetDb, isDatabaseGone } from '../../base/db.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import type { Purchase } from '../../engines/crm/purchases.ts'
import { documents } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { isProgrammeOn, takePurchase } from '../../reach/purchases/purchases.ts'
import type { Crm } from './held.ts'
import { holdPlace } from './links-sql.ts'
import * as rows from './purchases-sql.ts'
import { findIntegration, type IntegrationRow, markReached } from './sql.ts'

/** Pages of one job; the next one goes on from there. */
const PAGES = 20
const PART = 100
/** Documents of one transaction. */
const TOGETHER = 20
/** Somebody who has not become a client after this time is not waited for any more. */
const WAITED_MS = 400 * DAY_MS

type Row = Pick<IntegrationRow, 'type' | 'account' | 'settings' | 'categories' | 'is_read' | 'begun_at' | 'created_at'>

/**
 * The base of documents: the same account of the same CRM, so that connecting it once more finds the
 * purchases that are here already.
 */
export const sourceOf = ({ type, account, settings }: Row): string =>
  `crm|${sha256(JSON.stringify([type, account || (settings.server ?? '')]))
    .toString('hex')
    .slice(0, 32)}`

/** Whether the CRM gives points itself: they are read from there, or its tills send them. */
export function earnsThere(row: Row): boolean {
  const connector = connectorOf(row.type)
  if (connector?.serve?.earns(row.settings)) return true
  return row.is_read && connector !== undefined && connector.amounts(row.settings, row.categories).bonus !== 'none'
}

/** Name of the connected CRM that gives points itself; null: points for purchases are given here. */
export async function crmThatEarns(db: CabinetDb): Promise<string | null> {
  const row = await findIntegration(db)
  return row?.is_on && earnsThere(row) ? titleOf(row.type) : null
}

/** @returns whether all were read */
export async function readPurchases(app: App, crm: Crm): Promise<boolean> {
  if (!crm.verbs.purchases) return true
  const isWanted = await openForWork(app, crm.cabinetId, async (db) => crm.row.is_read || (await isProgrammeOn(db)))
  if (!isWanted) return true
  await attachWaiting(app, crm)
  let from = crm.row.purchase_cursor
  for (let page = 0; page < PAGES; page++) {
    const read = await crm.verbs.purchases(from)
    if (!read) return true
    for (let at = 0; at < read.purchases.length; at += TOGETHER)
      await takeSome(app, crm, read.purchases.slice(at, at + TOGETHER))
    await openForWork(app, crm.cabinetId, async (db) => {
      if (await holdPlace(db, crm.row)) await markReached(db, { purchase_cursor: read.next })
    })
    from = read.next
    if (read.isEnd) return true
  }
  return false
}

/** One that cannot be taken holds up no other: the others are taken without it. */
async function takeSome(app: App, crm: Crm, purchases: readonly Purchase[]): Promise<void> {
  try {
    await openForWork(app, crm.cabinetId, async (db) => {
      if (!(await holdPlace(db, crm.row))) return
      for (const one of purchases) await take(app, db, crm.row, factsOf(one, crm.row, app.clock.now()))
    })
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    if (purchases.length > 1) for (const one of purchases) await takeSome(app, crm, [one])
    else app.log.error({ cabinetId: crm.cabinetId, document: purchases[0]?.id, err: error }, 'a purchase was not taken')
  }
}

type Facts = Omit<rows.WaitingRow, 'crm_id'> & { crm_id: string | null }

/** An amount in another currency than the account's is shown and not counted. */
function factsOf(purchase: Purchase, row: Row, now: Date): Facts {
  const { amountMinor, currency } = purchase
  const isForeign = amountMinor !== null && currency !== null && currency !== CURRENCY
  const original = isForeign ? `${(amountMinor / 100).toFixed(2)} ${currency}` : ''
  return {
    source: sourceOf(row),
    document_id: purchase.id.slice(0, 100),
    crm_id: purchase.crmId,
    kind: purchase.kind,
    refund_of: purchase.refundOf?.slice(0, 100) ?? null,
    at: purchase.at,
    amount_minor: isForeign || amountMinor === null ? null : Math.abs(amountMinor),
    text: [original, purchase.place]
      .filter((part) => part !== '')
      .join(' · ')
      .slice(0, 500),
    is_void: purchase.isVoid,
    received_at: now,
  }
}

/** A refund that names nobody is the buyer's. */
async function crmIdOf(db: CabinetDb, facts: Facts): Promise<string | null> {
  if (facts.crm_id !== null || facts.refund_of === null) return facts.crm_id
  return (await rows.buyerWaitedFor(db, { source: facts.source, document_id: facts.refund_of })) ?? null
}

async function take(app: App, db: CabinetDb, row: Row, facts: Facts): Promise<void> {
  const { source, document_id } = facts
  const crmId = await crmIdOf(db, facts)
  const sale =
    facts.crm_id === null && facts.refund_of ? await documents.purchaseOf(db, source, facts.refund_of) : undefined
  const clientId = sale ? documents.buyerOf(sale) : crmId === null ? undefined : await rows.buyerOfCrm(db, crmId)
  const document = {
    source,
    senderId: document_id,
    kind: facts.kind === 'sale' ? 'purchase' : 'refund',
    refundOf: facts.refund_of,
    at: facts.at,
    amountMinor: facts.amount_minor,
    text: facts.text,
    isVoid: facts.is_void,
  } as const
  const connectedAt = row.begun_at ?? row.created_at
  const done =
    clientId && (await takePurchase(app, db, { ...document, clientId }, { earns: !earnsThere(row), connectedAt }))
  if (done && done !== 'nobody') return rows.dropWaiting(db, facts)
  // Nobody's here, or nobody's any more: then it counts no longer for who had it.
  const before = await documents.purchaseOf(db, source, document_id)
  if (before)
    await takePurchase(
      app,
      db,
      { ...document, clientId: documents.buyerOf(before), isVoid: true },
      { earns: false, connectedAt },
    )
  if (crmId !== null) await rows.putWaiting(db, { ...facts, crm_id: crmId })
}

/** Documents of those who have become clients since. */
async function attachWaiting(app: App, crm: Crm): Promise<void> {
  const source = sourceOf(crm.row)
  await openForWork(app, crm.cabinetId, (db) =>
    rows.dropWaitingBefore(db, new Date(app.clock.now().getTime() - WAITED_MS)),
  )
  const tried = new Set<string>()
  for (;;) {
    const due = await openForWork(app, crm.cabinetId, (db) => rows.waitingKnown(db, source, PART))
    // One that waits again stays for the next time.
    if (due.every(({ document_id }) => tried.has(document_id))) return
    for (const facts of due)
      await openForWork(app, crm.cabinetId, async (db) => {
        await rows.dropWaiting(db, facts)
        await take(app, db, crm.row, facts)
      })
    for (const { document_id } of due) tried.add(document_id)
  }
}
