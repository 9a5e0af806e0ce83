/** Where the figures of agents and the ledgers differ. Read by the role of the scheduler. */
import { sql } from 'kysely'
import { type LedgerEvent, SPENDING_KINDS } from '../../../contract/business/finance.ts'
import { PARTNER_TERMS } from '../../../contract/business/partner.ts'
import type { Tx } from '../../base/db.ts'
import { selectReferredByAgents } from '../../platform/cabinets/cabinets.ts'
import { selectPartnerRows } from '../partner/partner.ts'

type Tables = {
  transactions: {
    cabinet_id: number
    no: number
    event: LedgerEvent
    amount_minor: number
    reference: string | null
    at: Date
  }
  partner_checks: PartnerCheck
}
type PartnerCheck = { id: string; at: Date; faults: Readonly<Record<string, readonly number[]>> }

const TERM = sql<Date>`since + make_interval(months => ${sql.lit(PARTNER_TERMS.months)})`

/** @param before what is younger may still be on its way. @returns numbers of businesses, of each kind a few */
export async function findPartnerFaults(tx: Tx, before: Date, examples: number) {
  const rows = selectPartnerRows(tx)
  const from = tx
    .withTables<Tables>()
    .with('reports', () => rows.reports)
    .with('shares', () => rows.shares)
    .with('spending', () => rows.spending)
    .with('referred', () => selectReferredByAgents(tx))
  const posted = from
    .selectFrom('referred')
    .innerJoin('transactions as t', 't.cabinet_id', 'referred.child_id')
    .select('t.cabinet_id as id')
    .whereRef('t.at', '>=', 'referred.agent_since')
    .where('t.at', '<', before)
    .distinct()
    .limit(examples)
  const faults = {
    /** A payment within the term that no share was reported of. */
    unreported: posted
      .where('t.event', '=', 'top_up')
      .whereRef('t.at', '<', TERM)
      .leftJoin('reports', (join) =>
        join.onRef('reports.cabinet_id', '=', 't.cabinet_id').onRef('reports.no', '=', 't.no'),
      )
      .where('reports.no', 'is', null),
    /** A refund of a payment that an agent has earned by. */
    unreversed: from
      .selectFrom('reports')
      .innerJoin('transactions as t', (join) =>
        join
          .onRef('t.cabinet_id', '=', 'reports.cabinet_id')
          .on('t.event', '=', 'refund')
          .on(sql<boolean>`t.reference like reports.source || '/%'`),
      )
      .leftJoin('reports as of', (join) => join.onRef('of.cabinet_id', '=', 't.cabinet_id').onRef('of.no', '=', 't.no'))
      .select('t.cabinet_id as id')
      .where('of.no', 'is', null)
      .distinct()
      .limit(examples),
    /** A report of what the ledger does not have, or has otherwise. */
    unfounded: from
      .selectFrom('reports')
      .leftJoin('transactions as t', (join) =>
        join
          .onRef('t.cabinet_id', '=', 'reports.cabinet_id')
          .onRef('t.no', '=', 'reports.no')
          .onRef('t.amount_minor', '=', 'reports.base_minor')
          .on('t.event', 'in', ['top_up', 'refund']),
      )
      .select('reports.cabinet_id as id')
      .where('t.no', 'is', null)
      .distinct()
      .limit(examples),
    /** A report that the agent does not have, has otherwise, or has without a report. */
    uncopied: from
      .selectFrom('reports')
      .fullJoin('shares', (join) =>
        join
          .onRef('shares.cabinet_id', '=', 'reports.agent_id')
          .onRef('shares.child_id', '=', 'reports.cabinet_id')
          .onRef('shares.no', '=', 'reports.no')
          .onRef('shares.base_minor', '=', 'reports.base_minor')
          .onRef('shares.share_minor', '=', 'reports.share_minor'),
      )
      .select(sql<number>`coalesce(reports.cabinet_id, shares.child_id)`.as('id'))
      .where((where) => where.or([where('reports.no', 'is', null), where('shares.no', 'is', null)]))
      .where(sql<Date>`coalesce(reports.at, shares.at)`, '<', before)
      .distinct()
      .limit(examples),
    /** A charge that the agent does not see. */
    unseen: posted
      .where('t.event', 'in', SPENDING_KINDS)
      .where('t.amount_minor', '<', 0)
      .leftJoin('spending', (join) =>
        join
          .onRef('spending.cabinet_id', '=', 'referred.agent_id')
          .onRef('spending.child_id', '=', 't.cabinet_id')
          .onRef('spending.no', '=', 't.no'),
      )
      .where('spending.no', 'is', null),
    /** What the agent sees and was never charged so. */
    uncharged: from
      .selectFrom('spending')
      .leftJoin('transactions as t', (join) =>
        join
          .onRef('t.cabinet_id', '=', 'spending.child_id')
          .onRef('t.no', '=', 'spending.no')
          .on(sql<boolean>`t.amount_minor = -spending.amount_minor`),
      )
      .select('spending.child_id as id')
      .where('t.no', 'is', null)
      .distinct()
      .limit(examples),
  }
  const found: Record<string, readonly number[]> = {}
  for (const [kind, query] of Object.entries(faults)) found[kind] = (await query.execute()).map(({ id }) => id)
  return found
}

export async function insertPartnerCheck(tx: Tx, check: PartnerCheck, olderThan: Date): Promise<void> {
  const tables = tx.withTables<Tables>()
  await tables.deleteFrom('partner_checks').where('at', '<', olderThan).execute()
  await tables.insertInto('partner_checks').values(check).execute()
}

export const latestPartnerCheck = (tx: Tx): Promise<PartnerCheck | undefined> =>
  tx.withTables<Tables>().selectFrom('partner_checks').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
