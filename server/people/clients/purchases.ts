/**
 * Purchases as they are kept: events with a document of the vendor, or of the program that reported it. The points for
 * them are given above this room.
 */
import { DAY_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './external-events-sql.ts'
import { clientById } from './sql.ts'

export type PurchaseRow = sql.EventRow
/** A document of a base, as it is there now. */
export type PurchaseDocument = {
  clientId: string
  /** Of this base the document has its id. */
  source: string
  senderId: string
  kind: 'purchase' | 'refund'
  /** The id of the sale, in the same base. */
  refundOf: string | null
  at: Date
  amountMinor: number | null
  text: string
  isVoid: boolean
}

/**
 * The client whom purchases of this one count for, until the end of the transaction.
 * @returns undefined when the client is not there or erased
 */
export async function holdBuyer(db: CabinetDb, clientId: string): Promise<string | undefined> {
  const row = await clientById(db, clientId)
  return row && (await sql.holdClient(db, row.merged_into ?? row.id))?.id
}

export const buyerOf = (row: PurchaseRow): string => row.held_by ?? row.client_id

export const purchaseOf = (db: CabinetDb, source: string, senderId: string): Promise<PurchaseRow | undefined> =>
  sql.eventOfSender(db, { source, sender_id: senderId })

export const purchaseById = (db: CabinetDb, id: string): Promise<PurchaseRow | undefined> => sql.eventById(db, id)

/** Points that a client still has for purchases, without those of one document. */
export const earnedBeside = (db: CabinetDb, clientId: string, id: string): Promise<number> =>
  sql.earnedBeside(db, clientId, id)

/** Of the latest purchase that has an amount. */
export const lastAmount = (db: CabinetDb): Promise<number | null> => sql.lastAmount(db)

export const isSameDocument = (row: PurchaseRow, document: PurchaseDocument, buyer: string): boolean =>
  buyerOf(row) === buyer &&
  row.kind === document.kind &&
  row.at.getTime() === document.at.getTime() &&
  row.amount_minor === document.amountMinor &&
  row.text === document.text &&
  row.refund_of === document.refundOf &&
  row.is_void === document.isVoid

/** A purchase that becomes known later starts no trigger: a thank-you that comes late confuses people. */
const NEWS_MS = DAY_MS

/**
 * When a document that has just come was news; null: it is none.
 * @param connectedAt purchases from before are history; null: there is no such moment
 */
export function newsAt({ kind, at }: { kind: string; at: Date }, connectedAt: Date | null, now: Date): Date | null {
  const from = Math.max(now.getTime() - NEWS_MS, connectedAt?.getTime() ?? 0)
  return kind === 'purchase' && at.getTime() >= from ? now : null
}

/**
 * @param connectedAt when the base was connected
 * @returns the id of its row
 */
export async function putDocument(
  db: CabinetDb,
  before: PurchaseRow | undefined,
  { clientId, source, senderId, refundOf, amountMinor, isVoid, ...facts }: PurchaseDocument,
  { now, connectedAt }: { now: Date; connectedAt: Date | null },
): Promise<string> {
  const change = { ...facts, refund_of: refundOf, amount_minor: amountMinor, is_void: isVoid }
  if (before) {
    const isOther = buyerOf(before) !== clientId
    // What was somebody else's is no news for the buyer whom it has now.
    const moved = { client_id: clientId, held_by: null, news_at: null }
    await sql.changeEvent(db, before.id, { ...change, ...(isOther && moved) })
    return before.id
  }
  const id = crypto.randomUUID()
  const news_at = isVoid ? null : newsAt(facts, connectedAt, now)
  await sql.insertEvent(db, {
    ...change,
    id,
    client_id: clientId,
    source,
    sender_id: senderId,
    received_at: now,
    news_at,
  })
  return id
}

export type Earned = Partial<Pick<PurchaseRow, 'earn_rate' | 'earned_minor' | 'missing_minor'>>
export const setEarned = (db: CabinetDb, id: string, earned: Earned): Promise<void> => sql.changeEvent(db, id, earned)

/**
 * Adds up what the refunds of a sale have given back.
 * @returns the sale as it is then; undefined when it is not known
 */
export async function addUpReturns(db: CabinetDb, source: string, senderId: string): Promise<PurchaseRow | undefined> {
  const sale = await purchaseOf(db, source, senderId)
  if (sale?.kind !== 'purchase') return undefined
  const { returned, isWhole } = await sql.returnsOf(db, source, senderId)
  const most = sale.amount_minor ?? 0
  // A refund without an amount gives the whole sale back.
  const returned_minor = isWhole ? most : Math.min(returned, most)
  if (returned_minor === sale.returned_minor) return sale
  await sql.changeEvent(db, sale.id, { returned_minor })
  return { ...sale, returned_minor }
}
