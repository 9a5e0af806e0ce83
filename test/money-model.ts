/** The rules of money as a model: what both kinds of it must be after each step, and until when there is grace. */
import { MODULES, PROMO_MODULES } from '../contract/limits.ts'
import type { ModuleId } from '../contract/reach/marketplace.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import { dayCharge } from '../server/business/finance/day-charge.ts'

const PRICES = {
  demo: [0, 0],
  base: [39_00, 10_00],
  advanced: [79_00, 8_00],
  expert: [149_00, 6_00],
} as const
export type PlanKey = keyof typeof PRICES
/** Of all modules, as the operator has set them. */
export const MODULE_PRICES: Readonly<Record<ModuleId, number>> = {
  welcome: 11_00,
  referral: 7_00,
  telegram: 9_00,
}
export const PLANS = Object.keys(PRICES) as PlanKey[]

/** What one business must have. */
export type Model = {
  money: number
  bonus: number
  plan: PlanKey
  slots: number
  charged: { day: string; minor: number }
  /** Modules that are on, and what is charged for them today. */
  modules: Set<ModuleId>
  modulesCharged: Set<ModuleId>
  /** The last day on which the dearer one costs nothing. */
  giftUntil: string
  /** End of the day of grace, in milliseconds; null: it has none. It counts only while money is owed. */
  grace: number | null
  payments: ModelPayment[]
}
/** What was paid, what it brought as bonus, and what of both went back. */
type ModelPayment = { no: number; paid: number; bonus: number; refunded: number; takenBack: number }

export const newModel = (): Model => ({
  money: 0,
  bonus: 0,
  plan: 'demo',
  slots: 0,
  charged: { day: '', minor: 0 },
  grace: null,
  modules: new Set(),
  modulesCharged: new Set(),
  giftUntil: '',
  payments: [],
})

export const balanceOf = ({ money, bonus }: Pick<Model, 'money' | 'bonus'>) => money + bonus
const priceOf = ({ plan, slots }: Model) => PRICES[plan][0] + slots * PRICES[plan][1]

/** A day costs what its dearest plan does, and who owes is charged no further day. */
export function chargeModel(model: Model, now: Date, isFirst = false): void {
  const day = moscowDay(now)
  if (model.plan === 'demo' || balanceOf(model) < 0) return
  beginDay(model, day)
  const due = Math.max(0, dayCharge(priceOf(model), day) - model.charged.minor)
  model.charged.minor += due
  if (due > 0) spendModel(model, due, isFirst ? null : now)
  chargeModulesModel(model, now)
}

function beginDay(model: Model, day: string): void {
  if (model.charged.day === day) return
  model.charged = { day, minor: 0 }
  model.modulesCharged = new Set()
}

/** Each module that is on, once a day; the dearest of them is free while a gift lasts. */
export function chargeModulesModel(model: Model, now: Date): void {
  const day = moscowDay(now)
  beginDay(model, day)
  const dearest = PROMO_MODULES.filter((id) => model.modules.has(id)).toSorted(
    (one, other) => MODULE_PRICES[other] - MODULE_PRICES[one],
  )[0]
  for (const id of MODULES) {
    const isFree = id === dearest && model.giftUntil >= day
    if (!model.modules.has(id) || model.modulesCharged.has(id) || isFree) continue
    model.modulesCharged.add(id)
    spendModel(model, dayCharge(MODULE_PRICES[id], day), now)
  }
}

/** Bonus money goes first. Below zero a day of grace begins, unless `now` is null. */
export function spendModel(model: Model, amount: number, now: Date | null): void {
  if (balanceOf(model) >= 0 && balanceOf(model) < amount) model.grace = now && now.getTime() + DAY_MS
  const ofBonus = Math.min(model.bonus, amount)
  model.bonus -= ofBonus
  model.money -= amount - ofBonus
}

/** Real money alone goes back; of the bonus the same part, rounded down, as far as it is not spent. */
export function refundModel(model: Model, payment: ModelPayment, amount: number, now: Date): void {
  payment.refunded += amount
  moveModel(model, { money: -amount }, now)
  const due = Math.floor((payment.bonus * payment.refunded) / payment.paid) - payment.takenBack
  const taken = Math.min(due, model.bonus)
  payment.takenBack += taken
  moveModel(model, { bonus: -taken }, now)
}

/** One kind of money alone. */
export function moveModel(model: Model, { money = 0, bonus = 0 }: Partial<Model>, now: Date): void {
  const before = balanceOf(model)
  model.money += money
  model.bonus += bonus
  if (before >= 0 && balanceOf(model) < 0) model.grace = now.getTime() + DAY_MS
}
