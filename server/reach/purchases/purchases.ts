/**
 * Points for purchases: given once for each document, taken back with its refund. What a document has given is kept
 * with it and changes in the same transaction as the card, so it may be read again as often as it likes.
 */
import { AMOUNT_MAX_MINOR } from '../../../contract/limits.ts'
import { purchases as contract, RATE_USUAL } from '../../../contract/reach/purchases.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { documents, getClient } from '../../people/clients/clients.ts'
import { pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { changeAmount } from '../holders/holders.ts'
import { dueFor, settle } from './earn.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const BY = { source: 'purchase', userId: null } as const

export async function readProgramme(db: CabinetDb) {
  const row = await sql.findProgramme(db)
  return {
    isOn: row?.is_on ?? false,
    rate: row?.rate ?? RATE_USUAL,
    since: row?.since?.toISOString() ?? null,
    lastAmountMinor: await documents.lastAmount(db),
    version: row?.version ?? 0,
  }
}

/** @throws Refusal version_conflict */
export async function saveProgramme(
  db: CabinetDb,
  { isOn, rate, version }: { isOn: boolean; rate: number; version: number },
  now: Date,
): Promise<void> {
  const before = await sql.findProgramme(db)
  const since = isOn ? (before?.since ?? now) : null
  if (!(await sql.putProgramme(db, { is_on: isOn, rate, since, updated_at: now }, version)))
    throw refuse('version_conflict')
}

export const isProgrammeOn = async (db: CabinetDb): Promise<boolean> => (await sql.findProgramme(db))?.is_on === true

/** Gives what is due for a document, or takes back what is not due any more. */
async function settleRow(app: App, db: CabinetDb, row: documents.PurchaseRow, isDue = true): Promise<void> {
  if (row.earn_rate === null) return
  const buyer = documents.buyerOf(row)
  const due = isDue
    ? dueFor(
        {
          kind: row.kind === 'refund' ? 'refund' : 'purchase',
          amountMinor: row.amount_minor,
          returnedMinor: row.returned_minor,
          isVoid: row.is_void,
          rate: row.earn_rate,
          hasDecimals: (await pointsStyle(db)).hasDecimals,
        },
        row.kind === 'refund' ? await documents.earnedBeside(db, buyer, row.id) : 0,
      )
    : 0
  const held = { earnedMinor: row.earned_minor, missingMinor: row.missing_minor }
  if (due === held.earnedMinor + held.missingMinor && held.missingMinor === 0) return
  if ((await documents.holdBuyer(db, buyer)) === undefined) return
  const { bonus_minor: has } = await getClient(db, buyer)
  const { delta, earnedMinor, missingMinor } = settle(due, held, has, AMOUNT_MAX_MINOR)
  if (delta !== 0)
    await changeAmount(
      app,
      db,
      buyer,
      {
        kind: 'bonus',
        action: delta > 0 ? 'add' : 'take',
        amount: Math.abs(delta),
        reason: row.sender_id,
        till: '',
      },
      BY,
    )
  await documents.setEarned(db, row.id, { earned_minor: earnedMinor, missing_minor: missingMinor })
}

/** The rate of a document that has just come; null: it earns nothing. */
async function rateFor(db: CabinetDb, at: Date): Promise<number | null> {
  const programme = await sql.findProgramme(db)
  return programme?.is_on && programme.since !== null && at >= programme.since ? programme.rate : null
}

/**
 * Points of a document that has come or changed.
 * @param earns whether it may earn points here; it keeps the answer of the first time
 */
export async function settlePurchase(
  app: App,
  db: CabinetDb,
  id: string,
  { isNew, earns }: { isNew: boolean; earns: boolean },
): Promise<void> {
  const row = await documents.purchaseById(db, id)
  if (!row) return
  if (row.refund_of !== null && row.kind === 'refund') return settleSale(app, db, row.source, row.refund_of)
  if (isNew && earns) {
    const rate = await rateFor(db, row.at)
    if (rate !== null) await documents.setEarned(db, id, { earn_rate: rate })
  }
  if (row.kind === 'purchase') return settleSale(app, db, row.source, row.sender_id)
  const now = await documents.purchaseById(db, id)
  if (now) await settleRow(app, db, now)
}

async function settleSale(app: App, db: CabinetDb, source: string, senderId: string): Promise<void> {
  const sale = await documents.addUpReturns(db, source, senderId)
  if (sale) await settleRow(app, db, sale)
}

/**
 * Takes over a document as it is in its base now.
 * @param connectedAt when the base was connected: earlier purchases start no trigger
 * @returns nobody: its client is not there or erased
 */
export async function takePurchase(
  app: App,
  db: CabinetDb,
  document: documents.PurchaseDocument,
  { earns, connectedAt }: { earns: boolean; connectedAt: Date | null },
): Promise<'taken' | 'same' | 'nobody'> {
  const buyer = await documents.holdBuyer(db, document.clientId)
  if (buyer === undefined) return 'nobody'
  const before = await documents.purchaseOf(db, document.source, document.senderId)
  if (before && documents.isSameDocument(before, document, buyer)) return 'same'
  // The points of a document that is now somebody else's go back first.
  if (before && documents.buyerOf(before) !== buyer) await settleRow(app, db, before, false)
  const id = await documents.putDocument(
    db,
    before,
    { ...document, clientId: buyer },
    {
      now: app.clock.now(),
      connectedAt,
    },
  )
  await settlePurchase(app, db, id, { isNew: before === undefined, earns })
  const named = before?.refund_of ?? null
  if (named !== null && named !== document.refundOf) await settleSale(app, db, document.source, named)
  return 'taken'
}
