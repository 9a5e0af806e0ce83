/** Acts: one for each closed month of a business with spending. They are made by a job and never change. */
import type { Binary } from '../../../contract/binary.ts'
import { type Act, bills as contract } from '../../../contract/business/bills.ts'
import type { LedgerEvent } from '../../../contract/business/finance.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { addDays, moscowDay, nextPeriod, startOfPeriod } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { describeCabinet, lockAccount, peopleOf } from '../../platform/cabinets/cabinets.ts'
import { IS_SPENDING, listTransactions, sumTransactions } from '../finance/finance.ts'
import { numberText, paperFile } from './bills.ts'
import { type ActFacts, paperOf, purposeOf } from './paper.ts'
import * as sql from './acts-sql.ts'
import { latestPayer, takeNumber } from './sql.ts'
import type { ActRow } from './tables.ts'
import { supplierFor } from './supplier.ts'
import { zipOf } from './zip.ts'

const refuse = refusals(contract)

/** What belongs into an act. */
const SPENDING = (Object.keys(IS_SPENDING) as LedgerEvent[]).filter((event) => IS_SPENDING[event])

const lastDayOf = (month: string) => addDays(nextPeriod('month', month), -1)

/** First day of the latest month that is over. */
export const closedMonth = (now: Date): string =>
  startOfPeriod('month', addDays(`${moscowDay(now).slice(0, 7)}-01`, -1))

async function spentIn(db: CabinetDb, month: string): Promise<number> {
  let spent = 0
  for (const event of SPENDING) {
    const sum = await sumTransactions(db, { from: month, to: lastDayOf(month), event })
    spent += sum.debitMinor - sum.creditMinor
  }
  return spent
}

/** First month of the ledger; null while it is empty. */
async function firstMonth(db: CabinetDb): Promise<string | null> {
  const { data } = await listTransactions(db, { page: 1, limit: 1, d: 'asc' })
  return data[0] ? startOfPeriod('month', moscowDay(new Date(data[0].at))) : null
}

/**
 * Makes the acts of the months that are over, from where the last round ended. The account is locked, so no movement of
 * such a month can come in later: each is dated while it holds the same lock.
 */
export async function makeActs(app: App, db: CabinetDb): Promise<void> {
  await lockAccount(db)
  const last = closedMonth(app.clock.now())
  const through = await sql.readRound(db)
  if (through !== null && through >= last) return
  const supplier = await supplierFor(db.tx, CURRENCY)
  // They are made once the operator has entered whom they are from.
  if (!supplier) return
  const { name: business } = await describeCabinet(db)
  const lang: Language = (await peopleOf(db))[0]?.lang ?? 'en'
  const payer = await latestPayer(db)
  const start = through === null ? await firstMonth(db) : nextPeriod('month', through)
  for (let month = start; month !== null && month <= last; month = nextPeriod('month', month)) {
    const amountMinor = await spentIn(db, month)
    if (amountMinor <= 0) continue
    const date = lastDayOf(month)
    const year = Number(month.slice(0, 4))
    const no = await takeNumber(db, 'act', year)
    const facts: ActFacts = {
      kind: 'act',
      number: numberText(year, no),
      date,
      month,
      amountMinor,
      currency: CURRENCY,
      supplier,
      payer,
      business,
    }
    await sql.insertAct(db, {
      id: crypto.randomUUID(),
      month,
      year,
      no,
      amount_minor: amountMinor,
      currency: CURRENCY,
      created_at: app.clock.now(),
      lang,
      facts,
      paper: paperOf(facts, lang),
    })
  }
  await sql.setRound(db, last)
}

const actReply = (row: ActRow, lang: Language): Act => ({
  id: row.id,
  number: row.facts.number,
  month: row.month,
  date: row.facts.date,
  amountMinor: row.amount_minor,
  currency: row.currency,
  purpose: purposeOf(row.facts, lang),
  supplier: row.facts.supplier.name,
})

export async function listActs(db: CabinetDb, lang: Language, query: { page: number; limit: number }) {
  const { rows, total } = await sql.actPage(db, sliceOf(query))
  return { data: rows.map((row) => actReply(row, lang)), meta: metaOf(total, query) }
}

const fileOf = (row: ActRow, lang: Language | undefined) => paperFile(`act-${row.facts.number}`, row, lang)

/** @throws Refusal not_found */
export async function readAct(db: CabinetDb, id: string, lang: Language | undefined): Promise<Binary> {
  const row = await sql.actById(db, id)
  if (!row) throw refuse('not_found')
  return fileOf(row, lang)
}

/** @throws Refusal not_found when the year has none */
export async function readActs(db: CabinetDb, year: number, lang: Language | undefined): Promise<Binary> {
  const files: Binary[] = []
  for (const row of await sql.actsOfYear(db, year)) files.push(await fileOf(row, lang))
  if (files.length === 0) throw refuse('not_found')
  return { bytes: zipOf(files), type: 'application/zip', name: `acts-${year}.zip` }
}
