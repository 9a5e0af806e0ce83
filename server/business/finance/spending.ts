/** What was spent over time, and how long the money lasts. */
import { type LedgerEvent, SPENDING_KINDS } from '../../../contract/business/finance.ts'
import { type Outlook, OUTLOOK_DAYS, type Spending, type Spent } from '../../../contract/business/ledger.ts'
import { addDays, dayNumber, moscowDay, nextPeriod, startOfPeriod } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { daysPaid } from './day-charge.ts'
import { filterOf, FORESIGHT_DAYS, type LedgerQuery, readBalance } from './finance.ts'
import * as sql from './sql.ts'

/** Up to so many days each is a bar, then each week, then each month. */
const STEPS = [
  { step: 'day', days: 45 },
  { step: 'week', days: 190 },
  { step: 'month', days: Infinity },
] as const

const nothing = (): Spent => ({ tariff: 0, slot: 0, sms: 0, module: 0 })

const earlier = (one: string, other: string) => (one < other ? one : other)

const spendingOf = (event: string | undefined): LedgerEvent[] => {
  const asked = event?.split(',')
  return SPENDING_KINDS.filter((kind) => asked?.includes(kind) ?? true)
}

export async function readSpending(app: App, db: CabinetDb, query: LedgerQuery): Promise<Spending> {
  const events = spendingOf(query.event)
  const to = earlier(query.to ?? '9999', moscowDay(app.clock.now()))
  const first = events.length === 0 ? undefined : await sql.firstSpent(db, { ...filterOf({ ...query, to }), events })
  if (!first) return { step: 'day', from: null, to: null, periods: [], total: nothing() }
  // Days before anything was spent would be a chart that begins with nothing.
  const from = moscowDay(first)
  const days = dayNumber(to) - dayNumber(from) + 1
  const { step } = STEPS.find((one) => days <= one.days) ?? STEPS[2]
  const periods = new Map<string, Spent>()
  for (let start = startOfPeriod(step, from); start <= to; start = nextPeriod(step, start))
    periods.set(start, nothing())
  const total = nothing()
  for (const row of await sql.spentBy(db, step, { ...filterOf({ from, to }), events })) {
    const kind = row.event as keyof Spent
    const period = periods.get(row.start)
    if (period) period[kind] += row.spent
    total[kind] += row.spent
  }
  return {
    step,
    from: startOfPeriod(step, from),
    to,
    periods: [...periods].map(([start, spent]) => ({ start, spent })),
    total,
  }
}

export async function readOutlook(app: App, db: CabinetDb): Promise<Outlook> {
  const { money, day, prices } = await readBalance(app, db)
  const sms = await sql.sumTransactions(db, {
    ...filterOf({ from: addDays(day, -OUTLOOK_DAYS), to: addDays(day, -1), event: 'sms' }),
  })
  const smsMinor = Math.max(0, sms.debit - sms.credit)
  const days = daysPaid([...prices, smsMinor], money.balance_minor, day)
  return {
    balanceMinor: money.balance_minor,
    fixedMinor: prices.reduce((sum, one) => sum + one, 0),
    smsMinor,
    lastsUntil: money.balance_minor < 0 || days > FORESIGHT_DAYS ? null : addDays(day, days),
  }
}
