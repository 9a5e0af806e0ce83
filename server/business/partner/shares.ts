/**
 * What an agent earns: a part of what the businesses with the code pay in real money. It is reported in the transaction
 * that books the payment, and copied to the agent by a job.
 */
import { PARTNER_TERMS } from '../../../contract/business/partner.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { agentOfCode, originOf } from '../../platform/cabinets/cabinets.ts'
import { recordShare } from './jobs.ts'
import * as sql from './shares-sql.ts'

export type Paid = {
  /** Number of the movement in the ledger. */
  no: number
  /** The payment, as the ledger names it. */
  source: string
  /** Negative for what was given back. */
  amountMinor: number
  at: Date
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

/** The end of the time in which payments of a business count. */
export function earnsUntil(since: Date): Date {
  const end = new Date(since)
  end.setUTCMonth(end.getUTCMonth() + PARTNER_TERMS.months)
  return end
}

async function agentNow(db: CabinetDb, at: Date): Promise<number | undefined> {
  const { promoCode, createdAt } = await originOf(db)
  return promoCode === '' || at >= earnsUntil(createdAt) ? undefined : agentOfCode(db, promoCode)
}

/** @returns what was reported, and the agent who earns it; undefined when nobody does */
export async function keepReport(db: CabinetDb, { no, source, amountMinor, at }: Paid) {
  const before = await sql.reportsOf(db, source)
  const agentId = amountMinor < 0 ? before[0]?.agent_id : await agentNow(db, at)
  if (agentId === undefined) return undefined
  // Of the whole payment, so that parts and refunds leave no cent behind.
  const base = sum(before.map((one) => one.base_minor)) + amountMinor
  const share = Math.floor((base * PARTNER_TERMS.percent) / 100) - sum(before.map((one) => one.share_minor))
  const heldUntil = at.getTime() + PARTNER_TERMS.heldDays * DAY_MS
  const due = amountMinor > 0 ? heldUntil : Math.max(at.getTime(), ...before.map((one) => one.due_at.getTime()))
  const report = { no, base_minor: amountMinor, share_minor: share, at, due_at: new Date(due) }
  await sql.insertReport(db, { agent_id: agentId, source, ...report })
  return { agentId, dueAt: report.due_at, shareMinor: share }
}

/** What was given back is taken from who earned by the payment, when it is due at the latest. */
export async function reportPaid(app: App, db: CabinetDb, paid: Paid): Promise<void> {
  const kept = await keepReport(db, paid)
  if (!kept) return
  await app.jobs.enqueue(db.tx, recordShare, {
    agentId: kept.agentId,
    childId: db.cabinetId,
    no: paid.no,
    baseMinor: paid.amountMinor,
    shareMinor: kept.shareMinor,
    at: paid.at.toISOString(),
    dueAt: kept.dueAt.toISOString(),
  })
}
