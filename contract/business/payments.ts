import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { OptionalText, Paging, RequiredText, Time, Version } from '../page.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'
import { storedKind, storedState } from '../stored-kind.ts'
import { REFUND, REFUND_ERRORS } from './refund.ts'
import { PAYMENT_MAX_MINOR, PAYMENT_MIN_MINOR, PAYMENT_PERIODS } from './payment-sums.ts'

export const PAYMENT_STATES = ['waiting', 'paid', 'cancelled', 'expired', 'failed'] as const
export const HASHES = ['md5', 'ripemd160', 'sha1', 'sha256', 'sha384', 'sha512'] as const

/** Why a call of the provider has credited nothing. */
export const REFUSED_REASONS = [
  'malformed',
  'not_connected',
  'bad_signature',
  'unknown_payment',
  'wrong_amount',
  'wrong_mode',
] as const

const Months = z.union(PAYMENT_PERIODS.map((months) => z.literal(months)))

export const Payment = z.object({
  /** Its number at the provider. */
  no: z.int(),
  state: storedState(PAYMENT_STATES, 'waiting'),
  /** What is credited. */
  amountMinor: z.int(),
  feeMinor: z.int(),
  /** Amount and fee: what the payer pays. */
  totalMinor: z.int(),
  /** What was given back of the amount. */
  refundedMinor: z.int(),
  /** Of a payment for a period of the plan. */
  months: z.int().nullable(),
  /** Nothing is credited. */
  isTest: z.boolean(),
  createdAt: Time,
  /** When it was paid, cancelled or ended; null while it waits. */
  finishedAt: Time.nullable(),
})
export type Payment = z.infer<typeof Payment>

const Credentials = z.object({
  login: RequiredText(100),
  hash: z.enum(HASHES),
  isTest: z.boolean(),
})

export const RefusedCall = z.object({
  at: Time,
  reason: storedState(REFUSED_REASONS, 'malformed'),
  /** What the call named as its payment. */
  invoice: z.string(),
  ip: z.string(),
})

/** What may differ between the ledgers of businesses and the figures of their agents. */
export const SHARE_FAULTS = ['unreported', 'unreversed', 'unfounded', 'uncopied', 'unseen', 'uncharged'] as const

export const PaymentSettings = z.object({
  version: Version,
  /** Null until they are saved. The passwords are never read back. */
  saved: Credentials.nullable(),
  /** Payments go to an emulated payment page. */
  isEmulated: z.boolean(),
  /** For the settings of the shop at the provider. */
  urls: z.object({ result: z.string(), success: z.string(), fail: z.string() }),
  /** Calls that credited nothing, the latest first. */
  refused: z.array(RefusedCall),
  /** The latest comparison of all postings with all balances; null before the first. */
  ledger: z
    .object({
      checkedAt: Time,
      cabinets: z.int(),
      moneyMinor: z.int(),
      bonusMinor: z.int(),
      /** How many businesses do not agree, and the numbers of some. */
      differing: z.int(),
      examples: z.array(z.int()),
    })
    .nullable(),
  /** The latest comparison of the ledgers with the figures of agents; null before the first. */
  shares: z
    .object({
      checkedAt: Time,
      /** Empty when all agree. */
      faults: z.array(z.object({ kind: storedKind(SHARE_FAULTS), cabinets: z.array(z.int()) })),
    })
    .nullable(),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const readSettings = call('GET', '/operator/payments', {
  who: 'operator',
  operationId: 'readPaymentSettings',
  summary: 'Get the payment settings',
  description:
    'Returns how card payments are connected, the latest calls of the provider that credited nothing, and the latest ' +
    'comparison of postings and balances. Passwords are not included. Amounts are in the smallest currency unit.',
  reply: PaymentSettings,
})

export const payments = {
  generateLink: call('POST', '/applications/{c}/robokassa/generate_link', {
    who: 'member',
    whileLimited: true,
    operationId: 'createPaymentLink',
    summary: 'Create a payment link',
    description:
      'Creates a card payment and returns the address of its payment page. `amount` is in whole currency units with ' +
      'up to two decimals and is credited in full; the fee is added to it. The balance changes once the provider has ' +
      'confirmed the payment. Other amounts are in the smallest currency unit.',
    body: z.object({
      /** Language of the payment page. */
      culture: z.enum(['ru', 'en']),
      /** 39 to 10 000, for example 49.90. */
      amount: z
        .number()
        .min(PAYMENT_MIN_MINOR / 100, { error: 'payment_amount' })
        .max(PAYMENT_MAX_MINOR / 100, { error: 'payment_amount' })
        .refine((amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6, { error: 'payment_amount' }),
      /** Visitor numbers of an analytics program, kept with the payment. */
      cid: OptionalText(100).default(''),
      ga_cid: OptionalText(100).default(''),
      /** The payment is for so many months of the plan; `amount` must be their price. */
      months: Months.nullable().optional(),
    }),
    reply: z.object({ url: z.string(), payment: Payment }),
    errors: { payments_unavailable: 409, period_price_changed: 409, too_many_payments: 429 },
  }),
  readTerms: call('GET', '/applications/{c}/payments/terms', {
    who: 'member',
    operationId: 'readPaymentTerms',
    summary: 'Get the payment terms',
    description:
      'Returns whether card payments are available, what each period of the plan costs, and the bonus ' +
      'of the first payment. Amounts are in the ' +
      'smallest currency unit.',
    reply: z.object({
      isAvailable: z.boolean(),
      /** The promo code that brings a bonus with the first payment, and how much of it in percent. */
      welcome: z.object({ code: z.string(), percent: z.int() }).nullable(),
      periods: z.array(
        z.object({
          months: Months,
          amountMinor: z.int(),
          bonusMinor: z.int(),
          /** Days on which the dearer module that is on costs nothing; 0: none. */
          moduleDays: z.int(),
          /** Days on which the module of Telegram then costs nothing. */
          telegramDays: z.int(),
        }),
      ),
    }),
  }),
  listPayments: call('GET', '/applications/{c}/payments', {
    who: 'member',
    summary: 'List payments',
    description: 'Returns the card payments, newest first. Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(Payment),
  }),

  listBusinessPayments: call('GET', '/operator/cabinets/{cabinet}/payments', {
    who: 'operator',
    summary: 'List the payments of a business',
    description: 'Returns the card payments of any business, newest first. Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(Payment),
  }),
  refundPayment: call('POST', '/operator/cabinets/{cabinet}/payments/{no}/refunds', {
    who: 'operator',
    summary: 'Book a refund of a payment',
    description:
      'Takes what was returned at the payment provider from the balance of the business, in real money, together ' +
      'with the unspent bonus that the payment has brought. The provider is not called. A refund is booked once by ' +
      '`refundId`, and never more than was credited. The password is required unless it was given in the last ten ' +
      'minutes. Amounts are in the smallest currency unit.',
    body: REFUND,
    status: 201,
    reply: Payment,
    errors: { payment_not_found: 404, payment_not_paid: 409, ...REFUND_ERRORS },
  }),

  readSettings,
  saveSettings: call('PUT', '/operator/payments', {
    who: 'operator',
    operationId: 'savePaymentSettings',
    summary: 'Save the payment settings',
    description:
      'Connects the shop at the payment provider. A password that is empty keeps the saved one. In test mode only ' +
      'operators can pay, and nothing is credited. An outdated `version` is refused. Another shop or new passwords ' +
      'need the password of the user, unless it was given in the last ten minutes. Amounts are in the smallest ' +
      'currency unit.',
    keeps: savedIn(readSettings, ({ saved }) => saved && { ...saved, password1: '', password2: '' }),
    body: Credentials.extend({
      version: Version,
      password1: OptionalText(100),
      password2: OptionalText(100),
      password: PasswordAgain,
    }),
    reply: PaymentSettings,
    errors: { version_conflict: 409, ...STEP_UP },
  }),
  checkSettings: call('POST', '/operator/payments/check', {
    who: 'operator',
    operationId: 'checkPaymentSettings',
    summary: 'Check the payment settings',
    description: 'Asks the payment provider whether it knows the shop and the second password. Nothing is paid.',
    reply: z.object({ outcome: z.enum(['right', 'wrong_login', 'wrong_password', 'unanswered']) }),
    errors: { payments_unavailable: 409 },
  }),
}
