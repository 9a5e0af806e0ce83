/** What the movements of an account say together: spending over time, how long the money lasts, and a file. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { Day } from '../page.ts'
import { LedgerQuery, type SpendingKind } from './finance.ts'

/** What SMS will cost is estimated from so many days. */
export const OUTLOOK_DAYS = 30
export const SPENDING_STEPS = ['day', 'week', 'month'] as const
export const LEDGER_FORMATS = ['csv', 'xlsx'] as const

/** Without what was taken back. */
const Spent = z.object({
  tariff: z.int(),
  slot: z.int(),
  sms: z.int(),
  module: z.int(),
} satisfies Record<SpendingKind, z.ZodType>)
export type Spent = z.infer<typeof Spent>

export const Spending = z.object({
  step: z.enum(SPENDING_STEPS),
  /** The beginning of the first period in which something was spent; null when nothing was. */
  from: Day.nullable(),
  to: Day.nullable(),
  /** Those without spending too. */
  periods: z.array(z.object({ start: Day, spent: Spent })),
  total: Spent,
})
export type Spending = z.infer<typeof Spending>

export const Outlook = z.object({
  balanceMinor: z.int(),
  /** What plan, blocks and modules cost in thirty days: known. */
  fixedMinor: z.int(),
  /** What was spent on SMS in the last thirty days: an estimate of the next thirty. */
  smsMinor: z.int(),
  /** The last day that is covered; null without costs, below zero, or when it is more than ten years away. */
  lastsUntil: Day.nullable(),
})
export type Outlook = z.infer<typeof Outlook>

export const ledger = {
  readSpending: call('GET', '/applications/{c}/transactions/spending', {
    who: 'member',
    mayLag: true,
    summary: 'Get spending over time',
    description:
      'Returns what was spent on the plan, blocks of cards, SMS and modules, for each day, week or month of the ' +
      'period, from the first one in which something was spent. Days are in Moscow time. Amounts are in the smallest ' +
      'currency unit.',
    query: z.object(LedgerQuery),
    reply: Spending,
  }),
  readOutlook: call('GET', '/applications/{c}/transactions/outlook', {
    who: 'member',
    summary: 'Get how long the money lasts',
    description:
      'Returns until which day the balance covers the plan, its blocks of cards and the modules, and SMS as in the ' +
      'last 30 days. Amounts are in the smallest currency unit.',
    reply: Outlook,
  }),
  downloadTransactions: call('GET', '/applications/{c}/transactions/download', {
    who: 'member',
    right: 'export',
    writes: true,
    whileLimited: true,
    summary: 'Download transactions',
    description:
      'Returns the transactions as a CSV or XLSX file, oldest first, with titles in the language of the request. ' +
      'Every download is recorded in the audit log.',
    query: z.object({ ...LedgerQuery, format: z.enum(LEDGER_FORMATS).default('csv') }),
    reply: Bytes,
  }),
}
