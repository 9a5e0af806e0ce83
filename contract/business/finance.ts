import { z } from 'zod'
import { call } from '../call.ts'
import { MODULES, SLOTS_MAX } from '../limits.ts'
import { Day, PageQuery, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'

export const TARIFF_KEYS = ['demo', 'base', 'advanced', 'expert'] as const
export const TariffKey = z.enum(TARIFF_KEYS)
export type TariffKey = z.infer<typeof TariffKey>

/**
 * What can change a balance: the account that a movement goes against. `opening` is the balance before the ledger
 * began, `tariff` a day of a plan, `slot` the day of its blocks of cards.
 */
export const LEDGER_EVENTS = [
  'opening',
  'top_up',
  'bonus',
  'tariff',
  'slot',
  'sms',
  'module',
  'correction',
  'refund',
  'partner_share',
] as const
export const LedgerEvent = z.enum(LEDGER_EVENTS)
export type LedgerEvent = z.infer<typeof LedgerEvent>

/** What is spending; the rest moves money in, pays it back or corrects. A new event has to be sorted here. */
const IS_SPENDING = {
  opening: false,
  top_up: false,
  bonus: false,
  tariff: true,
  slot: true,
  sms: true,
  module: true,
  correction: false,
  refund: false,
  partner_share: false,
} as const satisfies Record<LedgerEvent, boolean>
export type SpendingKind = { [E in LedgerEvent]: (typeof IS_SPENDING)[E] extends true ? E : never }[LedgerEvent]
export const SPENDING_KINDS = LEDGER_EVENTS.filter((event): event is SpendingKind => IS_SPENDING[event])

/**
 * Why a movement was made, where its event alone does not say it. `welcome`: the first payment of a business that came
 * with a code; `invited`: a business that came with the code of this one has paid; `period`: months paid at once;
 * `taken_back`: a bonus of a payment that was given back.
 */
export const LEDGER_CAUSES = [
  'card',
  'bill',
  'welcome',
  'invited',
  'period',
  'taken_back',
  'share_earned',
  'share_paid',
] as const

/** Features of tariffs, besides higher limits. */
export const TARIFF_FEATURES = [
  'push_statistics',
  'hidden_promo',
  'push_segments',
  'form_themes',
  'beacons',
  'form_branding',
  'crm',
] as const
export const TariffFeature = z.enum(TARIFF_FEATURES)

export const TariffPlan = z.object({
  key: TariffKey,
  /** For thirty days, in minor units. */
  priceMinor: z.int(),
  /** Price of a block of 500 more cards; null if none can be bought. */
  slotPriceMinor: z.int().nullable(),
  /** Closed to new accounts. */
  isArchived: z.boolean(),
  limits: z.object({
    cards: z.int(),
    templates: z.int(),
    forms: z.int(),
    segments: z.int(),
    triggers: z.int(),
    users: z.int(),
    geoPoints: z.int(),
    beacons: z.int(),
    apiPerHour: z.int(),
    apiPerSecond: z.int(),
  }),
  features: z.array(TariffFeature),
  /** Whether this account can switch to it; `lower` and `archived` say why not. */
  choice: z.enum(['current', 'free', 'lower', 'archived']),
})
export type TariffPlan = z.infer<typeof TariffPlan>

const Usage = z.object({ used: z.int(), limit: z.int() })

export const CurrentTariff = z.object({
  /** Null if none has been chosen yet. */
  key: TariffKey.nullable(),
  isArchived: z.boolean(),
  balanceMinor: z.int(),
  /** Real money of the balance. */
  moneyMinor: z.int(),
  /** Bonus money of the balance: spent first, never paid out. */
  bonusMinor: z.int(),
  /** The demo or the money for a paid tariff has ended. */
  isLimited: z.boolean(),
  demoUntil: Time.nullable(),
  /** The balance is below zero, and until then everything still works; null otherwise. */
  graceUntil: Time.nullable(),
  slots: z.int(),
  slotPriceMinor: z.int().nullable(),
  /** Tariff and slots for thirty days. */
  priceMinor: z.int(),
  /** Modules that are on, for thirty days. */
  modulesMinor: z.int(),
  /** The last day on which the dearer of promo codes and offers costs nothing; null: each costs its price. */
  moduleFreeUntil: Day.nullable(),
  /** The last day on which the module of Telegram costs nothing. */
  telegramFreeUntil: Day.nullable(),
  /** Price of today, modules included. Cents differ from day to day; thirty days add up to the price. */
  perDayMinor: z.int(),
  /** Last day that the balance pays for; null without a price, or if it pays for more than ten years. */
  paidUntil: Day.nullable(),
  /** When the next day is charged; null if none will be. */
  nextChargeAt: Time.nullable(),
  usage: z.object({ cards: Usage, templates: Usage, forms: Usage, users: Usage }),
})
export type CurrentTariff = z.infer<typeof CurrentTariff>

export const Transaction = z.object({
  no: z.int(),
  event: storedKind(LEDGER_EVENTS),
  amountMinor: z.int(),
  /** What of the amount is bonus money. */
  bonusMinor: z.int(),
  /** The balance after it. */
  balanceMinor: z.int(),
  at: Time,
  /** Of a charge: the tariff and how many slots. */
  tariff: TariffKey.nullable(),
  slots: z.int().nullable(),
  /** Of a charge for a day of a module. */
  module: z.enum(MODULES).nullable(),
  note: z.string(),
  cause: storedKind(LEDGER_CAUSES).nullable(),
  /** Number of the payment, the bill or the statement that it was booked for; empty where there is none. */
  subject: z.string(),
})
export type Transaction = z.infer<typeof Transaction>

const ONE_EVENT = `(?:${LEDGER_EVENTS.join('|')})`

/** Both days are Moscow days and included. `event` is one event or several, joined by commas. */
export const LedgerQuery = {
  from: Day.optional(),
  to: Day.optional(),
  event: z
    .string()
    .regex(new RegExp(`^${ONE_EVENT}(?:,${ONE_EVENT})*$`))
    .max(200)
    .optional(),
}

export const finance = {
  listTariffs: call('GET', '/applications/{c}/tariffs', {
    who: 'member',
    operationId: 'listPlans',
    summary: 'List plans',
    description:
      'Returns every plan with its price, limits and features, and whether this business can switch to it. ' +
      'Amounts are in the smallest currency unit.',
    reply: z.array(TariffPlan),
  }),
  currentTariff: call('GET', '/applications/{c}/tarif', {
    who: 'member',
    operationId: 'readCurrentPlan',
    summary: 'Get the current plan',
    description:
      'Returns the plan of the business, how much of it is used, the price per day and the date until which ' +
      'the balance lasts. Amounts are in the smallest currency unit.',
    reply: CurrentTariff,
  }),
  chooseTariff: call('POST', '/applications/{c}/tariffs/{tariffId}', {
    who: 'owner',
    whileLimited: true,
    operationId: 'choosePlan',
    summary: 'Switch to a plan',
    description:
      'Switches to a plan with a number of extra slots, effective immediately. The day is charged at the price ' +
      'of its most expensive plan. Only a higher plan can be chosen. ' +
      'Amounts are in the smallest currency unit.',
    body: z.object({ slots: z.int().min(0).max(SLOTS_MAX) }),
    reply: CurrentTariff,
    errors: { tariff_not_found: 404, tariff_cannot_go_lower: 406, tariff_archived: 426, no_slots: 422 },
  }),
  endDemo: call('POST', '/applications/{c}/tariffs/demo/off', {
    who: 'owner',
    whileLimited: true,
    summary: 'End the demo',
    description: 'Ends the demo early. This cannot be undone. Amounts are in the smallest currency unit.',
    reply: CurrentTariff,
    errors: { not_on_demo: 409 },
  }),
  listTransactions: call('GET', '/applications/{c}/transactions', {
    who: 'member',
    summary: 'List transactions',
    description:
      'Returns all movements of money, newest first. `event` can name several kinds, joined by commas. ' +
      'Amounts are in the smallest currency unit.',
    paged: true,
    query: PageQuery.extend(LedgerQuery),
    reply: z.array(Transaction),
  }),
  sumTransactions: call('GET', '/applications/{c}/transactions/summary', {
    who: 'member',
    summary: 'Get transaction totals',
    description:
      'Returns the totals of incoming and outgoing money, with the bonus money in each, and the current balance. ' +
      'Amounts are in the smallest currency unit.',
    query: z.object(LedgerQuery),
    reply: z.object({
      count: z.int(),
      creditMinor: z.int(),
      /** Bonus money of what came in. */
      creditBonusMinor: z.int(),
      debitMinor: z.int(),
      /** Bonus money of what went out. */
      debitBonusMinor: z.int(),
      balanceMinor: z.int(),
      /** Bonus money of the balance. */
      bonusMinor: z.int(),
    }),
  }),
}
