import { z } from 'zod'
import { call } from '../call.ts'
import { TariffKey } from './finance.ts'
import { PageQuery, Time } from '../page.ts'

/** An agent gets so much of what a business pays, not counting bonuses, for so long, after it was held for so long. */
export const PARTNER_TERMS = { percent: 20, months: 24, heldDays: 30 } as const
/** On top of the first payment of a business that came with a code, and the same for whose code it is; bonus money. */
export const REFERRAL_PERCENT = 5

export const Referral = z.object({
  /** Typed by others when they sign up; null until it is created. */
  code: z.string().nullable(),
  /** Address of the sign-up with the code filled in. */
  link: z.string().nullable(),
  /** People who signed up with it and confirmed their address. */
  people: z.int(),
  /** Accounts that they have opened. */
  accounts: z.int(),
  /** Bonus money that their first payments have brought, in minor units. */
  bonusMinor: z.int(),
  /** The latest fifty; names are masked. */
  latest: z.array(z.object({ name: z.string(), at: Time })),
})
export type Referral = z.infer<typeof Referral>

/** An account that signed up with the code. Its name is masked: its owner has not agreed to be shown. */
export const Child = z.object({
  name: z.string(),
  tariff: TariffKey.nullable(),
  createdAt: Time,
  /** Charged for tariffs so far, in minor units. */
  spentMinor: z.int(),
  /** Paid so far in real money, less what was given back, in minor units. */
  paidMinor: z.int(),
  /** The agent's share of it, in minor units. */
  shareMinor: z.int(),
  lastSpentAt: Time.nullable(),
})
export type Child = z.infer<typeof Child>

export const Spent = z.object({ name: z.string(), amountMinor: z.int(), at: Time })
export type Spent = z.infer<typeof Spent>

/** A share is `held` for some days, then `ready`, then `paid` with a statement. */
export const PartnerShare = z.object({
  name: z.string(),
  /** What was paid; negative: given back. */
  baseMinor: z.int(),
  shareMinor: z.int(),
  at: Time,
  state: z.enum(['held', 'ready', 'paid']),
  /** When it is no longer held. */
  dueAt: Time,
})
export type PartnerShare = z.infer<typeof PartnerShare>

/** A user who signed up and has no account; masked. */
export const NoApp = z.object({ name: z.string(), email: z.string(), phone: z.string(), at: Time })
export type NoApp = z.infer<typeof NoApp>

const Days = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export const partner = {
  readReferral: call('GET', '/applications/{c}/referral', {
    who: 'member',
    summary: 'Get the referral code',
    description:
      'Returns the referral code of the business, the people who signed up with it and the bonus that they have ' +
      'brought, in the smallest currency unit.',
    reply: Referral,
  }),
  activateReferral: call('POST', '/applications/{c}/referral', {
    who: 'owner',
    whileLimited: true,
    summary: 'Create the referral code',
    description:
      'Creates a referral code for the business. Later calls return the same code. Amounts are in the smallest ' +
      'currency unit.',
    reply: Referral,
  }),
  listChildren: call('GET', '/applications/{c}/children', {
    who: 'agent',
    mayLag: true,
    operationId: 'listReferredBusinesses',
    summary: 'List referred businesses',
    description:
      'Returns the businesses whose owner signed up with the referral code. ' +
      'Amounts are in the smallest currency unit.',
    paged: true,
    query: PageQuery,
    reply: z.array(Child),
  }),
  listSpent: call('GET', '/applications/{c}/children/spent', {
    who: 'agent',
    mayLag: true,
    operationId: 'listReferredSpending',
    summary: 'List the spending of referred businesses',
    description:
      'Returns what the referred businesses were charged for their plans, newest first. Amounts are in the ' +
      'smallest currency unit.',
    paged: true,
    query: PageQuery.extend(Days),
    reply: z.array(Spent),
  }),
  sumSpent: call('GET', '/applications/{c}/children/spent/summary', {
    who: 'agent',
    mayLag: true,
    operationId: 'sumReferredSpending',
    summary: 'Get the total spending of referred businesses',
    description:
      'Returns the total that the referred businesses were charged, in the smallest currency unit, and the ' +
      'number of businesses it comes from.',
    query: z.object(Days),
    reply: z.object({ amountMinor: z.int(), charges: z.int(), accounts: z.int() }),
  }),
  listShares: call('GET', '/applications/{c}/children/shares', {
    who: 'agent',
    operationId: 'listPartnerShares',
    summary: 'List the partner shares',
    description:
      'Returns what the referred businesses have paid, or were given back, with the share of it, newest first. ' +
      'Amounts are in the smallest currency unit.',
    paged: true,
    query: PageQuery.pick({ page: true, limit: true, d: true }),
    reply: z.array(PartnerShare),
  }),
  sumShares: call('GET', '/applications/{c}/children/shares/summary', {
    who: 'agent',
    operationId: 'sumPartnerShares',
    summary: 'Get the total of the partner shares',
    description:
      'Returns the shares that are still held, that can be paid out and that were paid out, in the smallest currency ' +
      'unit.',
    reply: z.object({ heldMinor: z.int(), readyMinor: z.int(), paidMinor: z.int() }),
  }),
  listNoApp: call('GET', '/applications/{c}/users/noapp', {
    who: 'agent',
    operationId: 'listPeopleWithoutBusiness',
    summary: 'List people without a business',
    description: 'Returns people who signed up and have no business. Only the demo business can see them.',
    paged: true,
    query: PageQuery,
    reply: z.array(NoApp),
  }),
}
