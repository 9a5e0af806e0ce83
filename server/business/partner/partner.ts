/**
 * Codes that bring new accounts, and what an agent sees of those accounts: masked names and sums, never a ledger.
 */
import type { Referral } from '../../../contract/business/partner.ts'
import { moscowSpan } from '../../../contract/time.ts'
import type { OpenedCabinet } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refuseAny } from '../../base/refusal.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { countSignedUp, latestSignedUp } from '../../platform/users/users.ts'
import { newReferralCode } from './code.ts'
import { recordSpending } from './jobs.ts'
import { maskEmail, maskName, maskPhone, shortName } from './mask.ts'
import * as sql from './sql.ts'

const LATEST = 50

export async function readReferral(app: App, db: CabinetDb): Promise<Referral> {
  const code = await cabinets.referralCodeOf(db)
  if (code === null) return { code: null, link: null, people: 0, accounts: 0, latest: [] }
  const { latest, people } = await app.database.acrossCabinets(async (tx) => ({
    latest: await latestSignedUp(tx, code, LATEST),
    people: await countSignedUp(tx, code),
  }))
  return {
    code,
    link: `${app.publicUrl}/#/signup?promo=${code}`,
    people,
    accounts: await cabinets.countReferred(db, code),
    latest: latest.map((row) => ({ name: shortName(row.name, row.surname), at: row.created_at.toISOString() })),
  }
}

/** A code that no agent has is a typing error, and the bonus would be lost. */
export function isReferralCode(app: App, code: string): Promise<boolean> {
  return cabinets.hasReferralCode(app, code.trim().toUpperCase())
}

export async function activateReferral(app: App, db: CabinetDb): Promise<Referral> {
  await cabinets.keepReferralCode(db, newReferralCode())
  return readReferral(app, db)
}

/** In the transaction of the charge: the agent is notified of exactly the charges that were made. */
export async function notifyAgent(
  app: App,
  db: CabinetDb,
  spent: { promoCode: string; no: number; amountMinor: number },
): Promise<void> {
  const agentId = spent.promoCode === '' ? undefined : await cabinets.agentOfCode(db, spent.promoCode)
  if (agentId === undefined) return
  await app.jobs.enqueue(db.tx, recordSpending, {
    agentId,
    childId: db.cabinetId,
    no: spent.no,
    amountMinor: spent.amountMinor,
    at: app.clock.now().toISOString(),
  })
}

export type Page = { page: number; limit: number; d: 'asc' | 'desc' }
type Span = { from?: string | undefined; to?: string | undefined }

const cut = (page: Page) => ({ ...sliceOf(page), d: page.d })

async function spentByChild(db: CabinetDb, childIds: readonly number[]) {
  const rows = childIds.length === 0 ? [] : await sql.spentBy(db, childIds)
  return new Map(rows.map((row) => [row.child_id, row]))
}

export async function listChildren(db: CabinetDb, page: Page) {
  const code = (await cabinets.referralCodeOf(db)) ?? ''
  const rows = await cabinets.referredPage(db, code, cut(page))
  const spent = await spentByChild(
    db,
    rows.map((row) => row.id),
  )
  const data = rows.map((row) => ({
    name: maskName(row.name),
    tariff: row.tariff_key,
    createdAt: row.created_at.toISOString(),
    spentMinor: spent.get(row.id)?.amount_minor ?? 0,
    lastSpentAt: spent.get(row.id)?.last_at.toISOString() ?? null,
  }))
  return { data, meta: metaOf(await cabinets.countReferred(db, code), page) }
}

export async function listSpent(db: CabinetDb, query: Page & Span) {
  const { rows, total } = await sql.spendingPage(db, moscowSpan(query), cut(query))
  const names = await cabinets.namesOfReferred(
    db,
    (await cabinets.referralCodeOf(db)) ?? '',
    rows.map((row) => row.child_id),
  )
  const data = rows.map((row) => ({
    name: maskName(names.get(row.child_id) ?? ''),
    amountMinor: row.amount_minor,
    at: row.at.toISOString(),
  }))
  return { data, meta: metaOf(total, query) }
}

export async function sumSpent(db: CabinetDb, span: Span) {
  const { amount, charges, accounts } = await sql.sumSpending(db, moscowSpan(span))
  return { amountMinor: amount, charges, accounts }
}

/** Contacts are masked although the demo's account is the operator's: its login is in the readme. */
export async function listNoApp(app: App, cabinet: OpenedCabinet, page: Page) {
  if (cabinet.domain !== app.env.demoDomain) throw refuseAny('not_found')
  const { rows, total } = await app.database.acrossCabinets((tx) => cabinets.peopleWithoutCabinet(tx, cut(page)))
  const data = rows.map((row) => ({
    name: shortName(row.name, row.surname),
    email: maskEmail(row.email),
    phone: maskPhone(row.phone),
    at: row.created_at.toISOString(),
  }))
  return { data, meta: metaOf(total, page) }
}

/** The figures for the overview. */
export async function countPartner(
  db: CabinetDb,
): Promise<{ code: string | null; accounts: number; spentMinor: number }> {
  const code = await cabinets.referralCodeOf(db)
  const spent = await sql.sumSpending(db, { from: undefined, until: undefined })
  return { code, accounts: code === null ? 0 : await cabinets.countReferred(db, code), spentMinor: spent.amount }
}
