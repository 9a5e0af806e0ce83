import { z } from 'zod'
import { call } from '../call.ts'
import { TariffKey } from './finance.ts'
import { PageQuery, Time } from '../page.ts'

export const Referral = z.object({
  /** What others type when they sign up; null until it is asked for. */
  code: z.string().nullable(),
  /** Address of the sign-up with the code filled in. */
  link: z.string().nullable(),
  /** People who signed up with it and confirmed their address. */
  people: z.int(),
  /** Accounts they have opened. */
  accounts: z.int(),
  /** The latest fifty; names are masked. */
  latest: z.array(z.object({ name: z.string(), at: Time })),
})
export type Referral = z.infer<typeof Referral>

/** An account that came with the code. Its name is masked: whoever signed up has not agreed to be shown. */
export const Child = z.object({
  name: z.string(),
  tariff: TariffKey.nullable(),
  createdAt: Time,
  /** Charged for tariffs so far, in minor units. */
  spentMinor: z.int(),
  lastSpentAt: Time.nullable(),
})
export type Child = z.infer<typeof Child>

export const Spent = z.object({ name: z.string(), amountMinor: z.int(), at: Time })
export type Spent = z.infer<typeof Spent>

/** Somebody who signed up and has no account; masked. */
export const NoApp = z.object({ name: z.string(), email: z.string(), phone: z.string(), at: Time })
export type NoApp = z.infer<typeof NoApp>

const Days = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export const partner = {
  readReferral: call('GET', '/applications/{c}/referral', {
    who: 'member',
    summary: 'The code of the account and who signed up with it.',
    reply: Referral,
  }),
  activateReferral: call('POST', '/applications/{c}/referral', {
    who: 'owner',
    whileLimited: true,
    summary: 'Make a code for the account; a second time the same code comes back.',
    reply: Referral,
  }),
  listChildren: call('GET', '/applications/{c}/children', {
    who: 'agent',
    summary: 'Accounts whose owner signed up with the code.',
    paged: true,
    query: PageQuery,
    reply: z.array(Child),
  }),
  listSpent: call('GET', '/applications/{c}/children/spent', {
    who: 'agent',
    summary: 'What those accounts were charged for their tariffs, the latest first.',
    paged: true,
    query: PageQuery.extend(Days),
    reply: z.array(Spent),
  }),
  sumSpent: call('GET', '/applications/{c}/children/spent/summary', {
    who: 'agent',
    summary: 'The sum of it and how many accounts it comes from.',
    query: z.object(Days),
    reply: z.object({ amountMinor: z.int(), charges: z.int(), accounts: z.int() }),
  }),
  listNoApp: call('GET', '/applications/{c}/users/noapp', {
    who: 'agent',
    summary: 'People who signed up and have no account. Only the account of the demo sees them.',
    paged: true,
    query: PageQuery,
    reply: z.array(NoApp),
  }),
}
