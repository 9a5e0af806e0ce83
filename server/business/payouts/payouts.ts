/**
 * Agents are paid outside, by a bank transfer; here the operator books it. Each agent's statement, the shares that go
 * with it and both movements of the ledger are one transaction in the agent's business.
 */
import type { Binary } from '../../../contract/binary.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { payouts as contract, OperatedPayout, Payout, UnpaidAgent } from '../../../contract/business/payouts.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { AnyPlaceCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refuseAny, Refusal } from '../../base/refusal.ts'
import {
  describeCabinet,
  lockAccount,
  namesOfOperated,
  openForWork,
  peopleOf,
} from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { askPassword } from '../../platform/users/step-up.ts'
import { numberText, supplierNow, takeStatementNumber, writePaper } from '../bills/bills.ts'
import { book } from '../finance/finance.ts'
import { takeDueShares, unpaidShares } from '../partner/partner.ts'
import * as sql from './sql.ts'
import { statementPaper, type StatementFacts } from './statement.ts'

const reply = (row: sql.PayoutRow): Payout => ({
  id: row.id,
  number: row.facts.number,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.created_at.toISOString(),
})
const operatedReply = (row: sql.PayoutRow, name: string): OperatedPayout => ({
  ...reply(row),
  cabinet: { id: row.cabinet_id, name },
  batch: row.batch_id,
  reason: row.reason,
})

/** Those with a refund after their payout have less than nothing, and wait for more. */
export function listUnpaidAgents(app: App): Promise<UnpaidAgent[]> {
  return app.database.asOperator(async (tx) => {
    const unpaid = await unpaidShares(tx, app.clock.now())
    const names = await namesOfOperated(
      tx,
      unpaid.map((one) => one.cabinet_id),
    )
    return unpaid.map(({ cabinet_id: id, held, ready }) => ({
      cabinet: { id, name: names.get(id)?.name ?? '' },
      owner: names.get(id)?.owner ?? '',
      heldMinor: held,
      readyMinor: ready,
    }))
  })
}

export async function listAllPayouts(app: App, query: { page: number; limit: number }) {
  const { rows, total } = await app.database.asOperator((tx) => sql.operatedPage(tx, sliceOf(query)))
  return { data: rows.map((row) => operatedReply(row, row.cabinet_name)), meta: metaOf(total, query) }
}

type Batch = { id: string; reason: string; operatorId: string }

/** Nothing of this agent is written: by now there is another amount than the operator has seen. */
class AmountChanged extends Error {}

async function payAgent(app: App, db: CabinetDb, batch: Batch, amountMinor: number): Promise<sql.PayoutRow> {
  await lockAccount(db)
  const known = await sql.payoutOfBatch(db, batch.id)
  if (known) return known
  const now = app.clock.now()
  const id = crypto.randomUUID()
  const lines = await takeDueShares(db, id, now)
  if (lines.reduce((sum, line) => sum + line.shareMinor, 0) !== amountMinor) throw new AmountChanged()
  const { name: business } = await describeCabinet(db)
  const lang: Language = (await peopleOf(db))[0]?.lang ?? 'en'
  const supplier = await supplierNow(db.tx)
  const date = moscowDay(now)
  const year = Number(date.slice(0, 4))
  const no = await takeStatementNumber(db, year)
  const number = numberText(year, no)
  const facts: StatementFacts = {
    number,
    date,
    amountMinor,
    currency: CURRENCY,
    supplier,
    brand: app.env.brand,
    business,
    lines,
  }
  const row = {
    id,
    batch_id: batch.id,
    year,
    no,
    amount_minor: amountMinor,
    currency: CURRENCY,
    created_at: now,
    operator_id: batch.operatorId,
    reason: batch.reason,
    lang,
    facts,
    paper: statementPaper(facts, lang),
  }
  await sql.insertPayout(db, row)
  const share = { event: 'partner_share', note: batch.reason } as const
  await book(app, db, { ...share, amountMinor, reference: `payout/${number}` })
  await book(app, db, { ...share, amountMinor: -amountMinor, reference: `payout/${number}/out` })
  await notify(app, db, { type: 'payout_booked', detail: { number, amountMinor }, onceKey: `payout|${number}` })
  return { cabinet_id: db.cabinetId, ...row }
}

/** One agent after the other: what fails for one stays unpaid there. @throws Refusal password_needed, too_many_tries */
export async function payOut({ app, user }: AnyPlaceCtx, { body }: InputOf<typeof contract.payOut>) {
  await askPassword(app, user, body.password)
  const batch = { id: body.id, reason: body.reason, operatorId: user.userId }
  const paid: OperatedPayout[] = []
  const leftOut: number[] = []
  for (const { cabinet, amountMinor } of body.agents) {
    const done = await openForWork(app, cabinet, async (db) =>
      operatedReply(await payAgent(app, db, batch, amountMinor), (await describeCabinet(db)).name),
    ).catch((error: unknown) => {
      if (error instanceof AmountChanged || (error instanceof Refusal && error.code === 'not_found')) return null
      throw error
    })
    if (done) paid.push(done)
    else leftOut.push(cabinet)
  }
  return { paid, leftOut }
}

export async function listPayouts(db: CabinetDb, query: { page: number; limit: number }) {
  const { rows, total } = await sql.payoutPage(db, sliceOf(query))
  return { data: rows.map(reply), meta: metaOf(total, query) }
}

/** In the language it was made in its stored words are set. @throws Refusal not_found */
export async function readPayout(db: CabinetDb, id: string, lang: Language | undefined): Promise<Binary> {
  const row = await sql.payoutById(db, id)
  if (!row) throw refuseAny('not_found')
  const paper = lang === undefined || lang === row.lang ? row.paper : statementPaper(row.facts, lang)
  const bytes = await writePaper(paper, row.created_at)
  return { bytes, type: 'application/pdf', name: `statement-${row.facts.number}.pdf` }
}

export const readAnyPayout = (app: App, cabinet: number, id: string, lang: Language | undefined): Promise<Binary> =>
  openForWork(app, cabinet, (db) => readPayout(db, id, lang))
