/**
 * The money of a cabinet and its tariff. `book` is the only way to change a balance: the row of the ledger and the
 * new balance are one, so the balance is the sum of the ledger at every moment, in real money and in bonus money.
 */
import {
  finance as contract,
  type CurrentTariff,
  type LedgerEvent,
  type TariffPlan,
} from '../../../contract/business/finance.ts'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import { MODULES } from '../../../contract/limits.ts'
import { addDays, moscowDay, moscowSpan, nextMoscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { pricedModules } from '../../reach/marketplace/marketplace.ts'
import { warnOfEnd } from './balance-notices.ts'
import { book } from './book.ts'
import { causeOf } from './cause.ts'
import { dayCharge, daysPaid } from './day-charge.ts'
import { giftOn } from './gifts.ts'
import { chargeModules } from './modules.ts'
import { cardRoom, choiceOf, isLessRoom, planReply, priceOf } from './plans.ts'
import * as sql from './sql.ts'

export { readLedgerCheck } from './ledger-check.ts'
export { readPartnerCheck } from './partner-check.ts'
export { book, bonusOf } from './book.ts'
export { giftFor } from './gifts.ts'
export { chargeModules } from './modules.ts'

const refuse = refusals(contract)
export const FORESIGHT_DAYS = 3650

/** Is there a movement of this event with this reference? Ask with the account locked. */
export const isBooked = (db: CabinetDb, event: LedgerEvent, reference: string): Promise<boolean> =>
  sql.hasReference(db, event, reference)

/** Bonus money that the code of this business has brought. */
export const sumInvited = (db: CabinetDb): Promise<number> => sql.sumInvited(db)

const tariffOf = (tariffs: readonly cabinets.TariffRow[], key: string | null) => tariffs.find((one) => one.key === key)

/**
 * Charges today for the tariff in force, less what was charged for today already, so a day costs what its dearest
 * tariff does, however often this runs. Debts do not grow: an account that owes is charged no further day.
 */
export async function chargeToday(app: App, db: CabinetDb, hasNoGrace = false): Promise<void> {
  const day = moscowDay(app.clock.now())
  const money = await cabinets.lockAccount(db)
  const tariff = tariffOf(await cabinets.allTariffs(db.tx), money.tariff_key)
  if (!tariff || money.balance_minor < 0) return
  const priceMinor = priceOf(tariff, money.slots)
  const modules = await pricedModules(db)
  const paid = { tariff: tariff.key, slots: money.slots, prices: [priceMinor, ...modules.map((one) => one.priceMinor)] }
  const charged = await sql.chargedFor(db, day)
  const due = Math.max(0, dayCharge(priceMinor, day) - charged.tariff - charged.slot)
  if (money.charged_on !== day) await cabinets.setChargedOn(db, day)
  const ofTariff = Math.min(due, Math.max(0, dayCharge(tariff.price_minor, day) - charged.tariff))
  for (const [event, amountMinor] of [
    ['tariff', ofTariff],
    ['slot', due - ofTariff],
  ] as const) {
    if (amountMinor === 0) continue
    await book(app, db, {
      event,
      amountMinor: -amountMinor,
      reference: `${day}/${tariff.key}+${money.slots}`,
      tariff: tariff.key,
      ...(event === 'slot' && { slots: money.slots }),
      hasNoGrace,
    })
  }
  await chargeModules(app, db, true)
  const { balance_minor: balanceMinor } = await cabinets.readAccount(db)
  await warnOfEnd(app, db, { ...paid, day, balanceMinor })
}

export async function listTariffs(db: CabinetDb): Promise<TariffPlan[]> {
  const [tariffs, money] = await Promise.all([cabinets.allTariffs(db.tx), cabinets.readAccount(db)])
  const current = tariffOf(tariffs, money.tariff_key)
  return tariffs.map((row) => planReply(row, current))
}

/** Tariff and balance in a line, and until when they last. */
export async function readBalance(app: App, db: CabinetDb) {
  const now = app.clock.now()
  const [tariffs, money, modules] = await Promise.all([
    cabinets.allTariffs(db.tx),
    cabinets.readAccount(db),
    pricedModules(db),
  ])
  const tariff = tariffOf(tariffs, money.tariff_key)
  const [day, priceMinor] = [moscowDay(now), tariff ? priceOf(tariff, money.slots) : 0]
  const prices = [priceMinor, ...modules.map((one) => one.priceMinor)]
  const days = daysPaid(prices, money.balance_minor, day)
  const line = {
    key: money.tariff_key,
    balanceMinor: money.balance_minor,
    isLimited: cabinets.isLimited(money, now),
    demoUntil: money.tariff_key === 'demo' ? (money.demo_until?.toISOString() ?? null) : null,
    paidUntil: money.balance_minor < 0 || days > FORESIGHT_DAYS ? null : addDays(day, days),
  }
  return { line, tariff, money, day, priceMinor, prices, now }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

const isInGrace = (money: cabinets.AccountRow, now: Date) =>
  money.balance_minor < 0 && money.tariff_key !== 'demo' && money.grace_until !== null && money.grace_until > now

/** @param used what the account has now, counted by the rooms that have it */
export async function readTariff(
  app: App,
  db: CabinetDb,
  used: { templates: number; forms: number; users: number },
): Promise<CurrentTariff> {
  const today = moscowDay(app.clock.now())
  const [{ line, tariff, money, day, priceMinor, prices, now }, moduleFreeUntil, telegramFreeUntil] = await Promise.all(
    [readBalance(app, db), giftOn(db, 'module_gifts', today), giftOn(db, 'telegram_gifts', today)],
  )
  return {
    ...line,
    moneyMinor: money.balance_minor - money.bonus_minor,
    bonusMinor: money.bonus_minor,
    isArchived: tariff?.is_archived ?? false,
    graceUntil: isInGrace(money, now) ? (money.grace_until?.toISOString() ?? null) : null,
    slots: money.slots,
    slotPriceMinor: tariff?.slot_price_minor ?? null,
    priceMinor,
    modulesMinor: sumOf(prices) - priceMinor,
    moduleFreeUntil,
    telegramFreeUntil,
    perDayMinor: sumOf(prices.map((one) => dayCharge(one, day))),
    nextChargeAt: sumOf(prices) === 0 || money.balance_minor < 0 ? null : nextMoscowDay(now).toISOString(),
    usage: {
      cards: { used: money.cards, limit: tariff ? cardRoom(tariff, money.slots) : 0 },
      templates: { used: used.templates, limit: tariff?.templates ?? 0 },
      forms: { used: used.forms, limit: tariff?.forms ?? 0 },
      users: { used: used.users, limit: tariff?.users ?? 0 },
    },
  }
}

/**
 * In force immediately; asking for what is in force already changes nothing.
 * @throws Refusal tariff_cannot_go_lower, tariff_archived
 */
export async function chooseTariff(app: App, db: CabinetDb, key: string, slots: number): Promise<void> {
  const money = await cabinets.lockAccount(db)
  const tariffs = await cabinets.allTariffs(db.tx)
  const [wanted, current] = [tariffOf(tariffs, key), tariffOf(tariffs, money.tariff_key)]
  if (!wanted) throw refuse('tariff_not_found')
  const choice = choiceOf(wanted, current)
  if (choice === 'current' && slots === money.slots) return
  if (choice === 'lower' || isLessRoom(wanted, slots, { tariff: current, money }))
    throw refuse('tariff_cannot_go_lower')
  if (wanted.is_archived) throw refuse('tariff_archived')
  if (slots > 0 && wanted.slot_price_minor === null) throw refuse('no_slots', {}, { slots: { code: 'no_slots' } })
  await cabinets.setTariff(db, wanted.key, null, slots)
  await chargeToday(app, db, current === undefined || current.key === 'demo')
  if (current && current.key !== wanted.key) {
    await notify(app, db, {
      type: 'changing_tariff',
      detail: { from: current.key, to: wanted.key },
      onceKey: `tariff|${current.key}|${wanted.key}|${moscowDay(app.clock.now())}`,
    })
  }
}

/**
 * The demo ends now; afterwards the cabinet is limited. Ending it twice changes nothing.
 * @throws Refusal not_on_demo
 */
export async function endDemo(app: App, db: CabinetDb): Promise<void> {
  const money = await cabinets.lockAccount(db)
  if (money.tariff_key !== 'demo') throw refuse('not_on_demo')
  const now = app.clock.now()
  if (money.demo_until === null || money.demo_until > now) await cabinets.setTariff(db, 'demo', now)
}

/** `event` is one kind or several, joined by commas. */
export type LedgerQuery = { from?: string | undefined; to?: string | undefined; event?: string | undefined }

export const filterOf = ({ from, to, event }: LedgerQuery): sql.LedgerFilter => ({
  events: event?.split(',') as LedgerEvent[] | undefined,
  ...moscowSpan({ from, to }),
})

/** The reference of a module's day is the day and the module. */
export const moduleOf = ({ event, reference }: Pick<sql.TransactionRow, 'event' | 'reference'>): ModuleId | null =>
  event === 'module' ? (MODULES.find((id) => id === reference?.split('/')[1]) ?? null) : null

export async function listTransactions(
  db: CabinetDb,
  query: LedgerQuery & { page: number; limit: number; d: 'asc' | 'desc' },
) {
  const { rows, total } = await sql.transactionPage(db, {
    ...filterOf(query),
    d: query.d,
    ...sliceOf(query),
  })
  const data = rows.map((row) => ({
    no: row.no,
    event: row.event,
    amountMinor: row.amount_minor,
    bonusMinor: row.bonus_minor,
    balanceMinor: row.balance_minor,
    at: row.at.toISOString(),
    tariff: row.tariff_key,
    slots: row.slots,
    module: moduleOf(row),
    note: row.note,
    ...causeOf(row),
  }))
  return { data, meta: metaOf(total, query) }
}

export async function sumTransactions(db: CabinetDb, query: LedgerQuery) {
  const [sum, money] = await Promise.all([sql.sumTransactions(db, filterOf(query)), cabinets.readAccount(db)])
  return {
    count: sum.count,
    creditMinor: sum.credit,
    creditBonusMinor: sum.credit_bonus,
    debitMinor: sum.debit,
    debitBonusMinor: sum.debit_bonus,
    balanceMinor: money.balance_minor,
    bonusMinor: money.bonus_minor,
  }
}
