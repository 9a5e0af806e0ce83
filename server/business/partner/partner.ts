/**
 * Codes that bring new accounts, and what an agent sees of those accounts: masked names and sums, never a ledger.
 */
import type { Referral } from '../../../contract/business/partner.ts'
import { moscowSpan } from '../../../contract/time.ts'
import type { OpenedCabinet } from '../../base/answer.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refuseAny } from '../../base/refusal.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { countSignedUp, latestSignedUp } from '../../platform/users/users.ts'
import { newReferralCode } from './code.ts'
import { recordSpending } from './jobs.ts'
import { maskEmail, maskName, maskPhone, shortName } from './mask.ts'
import * as shares from './shares-sql.ts'
import * as sql from './sql.ts'

export { reportPast, showPast } from './past.ts'
export { reportPaid } from './shares.ts'

const LATEST = 50

/** @param bonusMinor what the code has brought, which the ledger knows */
export async function readReferral(app: App, db: CabinetDb, bonusMinor: number): Promise<Referral> {
  const code = await cabinets.referralCodeOf(db)
  if (code === null) return { code: null, link: null, people: 0, accounts: 0, bonusMinor, latest: [] }
  const { latest, people } = await app.database.acrossCabinets(async (tx) => ({
    latest: await latestSignedUp(tx, code, LATEST),
    people: await countSignedUp(tx, code),
  }))
  return {
    code,
    link: `${app.publicUrl}/#/signup?promo=${code}`,
    people,
    accounts: await cabinets.countReferred(db, code),
    bonusMinor,
    latest: latest.map((row) => ({ name: shortName(row.name, row.surname), at: row.created_at.toISOString() })),
  }
}

/** A code that no agent has is a typing error, and the bonus would be lost. */
export function isReferralCode(app: App, code: string): Promise<boolean> {
  return cabinets.hasReferralCode(app, code.trim().toUpperCase())
}

export function activateReferral(db: CabinetDb): Promise<void> {
  return cabinets.keepReferralCode(db, newReferralCode())
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

const byChild = async <R extends { child_id: number }>(
  childIds: readonly number[],
  read: (ids: readonly number[]) => Promise<R[]>,
): Promise<ReadonlyMap<number, R>> =>
  new Map((childIds.length === 0 ? [] : await read(childIds)).map((row) => [row.child_id, row]))

export async function listChildren(db: CabinetDb, page: Page) {
  const code = (await cabinets.referralCodeOf(db)) ?? ''
  const rows = await cabinets.referredPage(db, code, cut(page))
  const ids = rows.map((row) => row.id)
  const spent = await byChild(ids, (of) => sql.spentBy(db, of))
  const paid = await byChild(ids, (of) => shares.sharesByChild(db, of))
  const data = rows.map((row) => ({
    name: maskName(row.name),
    tariff: row.tariff_key,
    createdAt: row.created_at.toISOString(),
    spentMinor: spent.get(row.id)?.amount_minor ?? 0,
    paidMinor: paid.get(row.id)?.base_minor ?? 0,
    shareMinor: paid.get(row.id)?.share_minor ?? 0,
    lastSpentAt: spent.get(row.id)?.last_at.toISOString() ?? null,
  }))
  return { data, meta: metaOf(await cabinets.countReferred(db, code), page) }
}

export async function listSpent(db: CabinetDb, query: Page & Span) {
  const { rows, total } = await sql.spendingPage(db, moscowSpan(query), cut(query))
  const nameOf = await namesOf(
    db,
    rows.map((row) => row.child_id),
  )
  const data = rows.map((row) => ({
    name: nameOf(row.child_id),
    amountMinor: row.amount_minor,
    at: row.at.toISOString(),
  }))
  return { data, meta: metaOf(total, query) }
}

export async function sumSpent(db: CabinetDb, span: Span) {
  const { amount, charges, accounts } = await sql.sumSpending(db, moscowSpan(span))
  return { amountMinor: amount, charges, accounts }
}

const namesOf = async (db: CabinetDb, ids: readonly number[]): Promise<(id: number) => string> => {
  const names = await cabinets.namesOfReferred(db, (await cabinets.referralCodeOf(db)) ?? '', ids)
  return (id) => maskName(names.get(id) ?? '')
}

export async function listShares(app: App, db: CabinetDb, query: Page) {
  const now = app.clock.now()
  const { rows, total } = await shares.sharePage(db, cut(query))
  const nameOf = await namesOf(
    db,
    rows.map((row) => row.child_id),
  )
  const data = rows.map((row) => ({
    name: nameOf(row.child_id),
    baseMinor: row.base_minor,
    shareMinor: row.share_minor,
    at: row.at.toISOString(),
    state: row.payout_id !== null ? ('paid' as const) : row.due_at > now ? ('held' as const) : ('ready' as const),
    dueAt: row.due_at.toISOString(),
  }))
  return { data, meta: metaOf(total, query) }
}

export async function sumShares(app: App, db: CabinetDb) {
  const { held, ready, paid } = await shares.sumShares(db, app.clock.now())
  return { heldMinor: held, readyMinor: ready, paidMinor: paid }
}

/** What is held and what can be paid out, of all agents; for the operator. */
export const unpaidShares = (tx: Tx, now: Date) => shares.unpaidOfAgents(tx, now)

/** What is due goes with a statement. @returns it by business, the largest first */
export async function takeDueShares(db: CabinetDb, payoutId: string, now: Date) {
  const taken = await shares.takeDue(db, payoutId, now)
  const nameOf = await namesOf(
    db,
    taken.map((row) => row.child_id),
  )
  const sums = new Map<number, { name: string; baseMinor: number; shareMinor: number }>()
  for (const row of taken) {
    const one = sums.get(row.child_id) ?? { name: nameOf(row.child_id), baseMinor: 0, shareMinor: 0 }
    sums.set(row.child_id, {
      ...one,
      baseMinor: one.baseMinor + row.base_minor,
      shareMinor: one.shareMinor + row.share_minor,
    })
  }
  return [...sums.values()].toSorted((one, other) => other.shareMinor - one.shareMinor)
}

/** For the nightly proof, read by the scheduler: what was reported, copied and recorded. */
export const selectPartnerRows = (tx: Tx) => ({
  reports: shares.selectReports(tx),
  shares: shares.selectShares(tx),
  spending: sql.selectSpending(tx),
})

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
  now: Date,
): Promise<{ code: string | null; accounts: number; spentMinor: number; shareMinor: number }> {
  const code = await cabinets.referralCodeOf(db)
  const spent = await sql.sumSpending(db, { from: undefined, until: undefined })
  const { held, ready, paid } = await shares.sumShares(db, now)
  const accounts = code === null ? 0 : await cabinets.countReferred(db, code)
  return { code, accounts, spentMinor: spent.amount, shareMinor: held + ready + paid }
}
