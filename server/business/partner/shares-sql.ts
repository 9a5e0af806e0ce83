/** Shares of agents: reported where the money was paid, kept where the agent is. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'

export type ReportRow = {
  cabinet_id: number
  no: number
  agent_id: number
  source: string
  base_minor: number
  share_minor: number
  at: Date
  due_at: Date
}
export type ShareRow = {
  cabinet_id: number
  child_id: number
  no: number
  base_minor: number
  share_minor: number
  at: Date
  due_at: Date
  payout_id: string | null
}
type Tables = { partner_reports: ReportRow; partner_shares: ShareRow }
const tables = (tx: Tx) => tx.withTables<Tables>()
const shares = (db: CabinetDb) => tables(db.tx).selectFrom('partner_shares').where('cabinet_id', '=', db.cabinetId)

export async function insertReport(db: CabinetDb, row: Omit<ReportRow, 'cabinet_id'>): Promise<void> {
  await tables(db.tx)
    .insertInto('partner_reports')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export function reportsOf(db: CabinetDb, source: string): Promise<ReportRow[]> {
  return tables(db.tx)
    .selectFrom('partner_reports')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('source', '=', source)
    .orderBy('no')
    .execute()
}

/** Of payments and refunds of this business. */
export function allReports(db: CabinetDb): Promise<ReportRow[]> {
  return tables(db.tx).selectFrom('partner_reports').selectAll().where('cabinet_id', '=', db.cabinetId).execute()
}

/** Written once, however often the job runs. */
export async function insertShares(
  db: CabinetDb,
  rows: readonly Omit<ShareRow, 'cabinet_id' | 'payout_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  await tables(db.tx)
    .insertInto('partner_shares')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, payout_id: null, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function sharesByChild(db: CabinetDb, childIds: readonly number[]) {
  return shares(db)
    .select((of) => [
      'child_id',
      of.fn.sum<number>('base_minor').as('base_minor'),
      of.fn.sum<number>('share_minor').as('share_minor'),
    ])
    .where('child_id', 'in', [...childIds])
    .groupBy('child_id')
    .execute()
}

export async function sharePage(db: CabinetDb, page: { limit: number; offset: number; d: 'asc' | 'desc' }) {
  const rows = await shares(db)
    .selectAll()
    .orderBy('at', page.d)
    .orderBy('child_id', page.d)
    .orderBy('no', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(shares(db)) }
}

type Between = { from: Date; until: Date }

export type ShareSums = { held: number; ready: number; paid: number }

const SUMS = (now: Date) =>
  [
    sql<number>`coalesce(sum(share_minor) filter (where payout_id is null and due_at > ${now}), 0)`.as('held'),
    sql<number>`coalesce(sum(share_minor) filter (where payout_id is null and due_at <= ${now}), 0)`.as('ready'),
    sql<number>`coalesce(sum(share_minor) filter (where payout_id is not null), 0)`.as('paid'),
  ] as const

export function sumShares(db: CabinetDb, now: Date): Promise<ShareSums> {
  return shares(db).select(SUMS(now)).executeTakeFirstOrThrow()
}

/** Of all agents that have something which is not paid out, for the operator. */
export function unpaidOfAgents(tx: Tx, now: Date): Promise<(ShareSums & { cabinet_id: number })[]> {
  return tables(tx)
    .selectFrom('partner_shares')
    .select(['cabinet_id', ...SUMS(now)])
    .where('payout_id', 'is', null)
    .groupBy('cabinet_id')
    .orderBy('cabinet_id')
    .execute()
}

const released = (tx: Tx, from: Date, until: Date) =>
  tables(tx)
    .selectFrom('partner_shares')
    .where('payout_id', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<', until)

/** Agents with a share whose time was over in that span and that is not paid out, upwards from `after`. */
export async function agentsWithReleased(tx: Tx, { from, until }: Between, after: number, limit: number) {
  const rows = await released(tx, from, until)
    .select('cabinet_id')
    .where('cabinet_id', '>', after)
    .distinct()
    .orderBy('cabinet_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.cabinet_id)
}

/** Less what was taken back of them. */
export async function sumReleased(db: CabinetDb, { from, until }: Between): Promise<number> {
  const row = await released(db.tx, from, until)
    .select(sql<number>`coalesce(sum(share_minor), 0)`.as('sum'))
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirstOrThrow()
  return row.sum
}

/** What is due goes with a statement. @returns each share that went with it */
export function takeDue(db: CabinetDb, payoutId: string, now: Date) {
  return tables(db.tx)
    .updateTable('partner_shares')
    .set({ payout_id: payoutId })
    .where('cabinet_id', '=', db.cabinetId)
    .where('payout_id', 'is', null)
    .where('due_at', '<=', now)
    .returning(['child_id', 'base_minor', 'share_minor'])
    .execute()
}

/** For the nightly proof, read by the scheduler. */
export const selectReports = (tx: Tx) => tables(tx).selectFrom('partner_reports').selectAll()
export const selectShares = (tx: Tx) => tables(tx).selectFrom('partner_shares').selectAll()
