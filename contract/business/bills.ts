/** Bills for bank transfers, and acts of what was spent in a month. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { Day, Id, LanguageCode, OptionalText, Paging, RequiredText, Time } from '../page.ts'

/** As for a top-up by card. */
export const BILL_LIMITS = { minMinor: 39_00, maxMinor: 10_000_00, dueDays: 14, openMax: 50 } as const

/** `partly_paid`: less has come in than the bill asks for. */
export const BILL_STATES = ['open', 'partly_paid', 'paid', 'overdue', 'cancelled'] as const
export type BillState = (typeof BILL_STATES)[number]

const { minMinor, maxMinor } = BILL_LIMITS
const BillAmount = z.int().refine((amount) => amount >= minMinor && amount <= maxMinor, {
  error: 'bill_amount',
  params: { min: minMinor / 100, max: maxMinor / 100 },
})

export const Payer = z.object({
  name: RequiredText(160),
  taxNumber: OptionalText(40),
  address: OptionalText(240),
  bank: OptionalText(240),
})
export type Payer = z.infer<typeof Payer>

export const Bill = z.object({
  id: Id,
  /** `2026-000041`; numbers of a year have no gaps. */
  number: z.string(),
  amountMinor: z.int(),
  paidMinor: z.int(),
  /** What was given back of it. */
  refundedMinor: z.int(),
  currency: z.string(),
  state: z.enum(BILL_STATES),
  createdAt: Time,
  dueOn: Day,
  payer: Payer.nullable(),
})
export type Bill = z.infer<typeof Bill>

export const Act = z.object({
  id: Id,
  number: z.string(),
  /** First day of the month. */
  month: Day,
  /** Last day of the month. */
  date: Day,
  amountMinor: z.int(),
  currency: z.string(),
  purpose: z.string(),
  supplier: z.string(),
})
export type Act = z.infer<typeof Act>

/** Another language than the one it was made in. */
const Translated = z.object({ lang: LanguageCode.optional() })

export const bills = {
  listBills: call('GET', '/applications/{c}/bills', {
    who: 'member',
    summary: 'List bills',
    description: 'Returns the bills of the business, newest first. Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(Bill),
  }),
  readBillTerms: call('GET', '/applications/{c}/bills/terms', {
    who: 'member',
    summary: 'Get what a new bill starts with',
    description:
      'Returns whether bills can be made, the lowest and highest amount in the smallest currency unit, and the payer ' +
      'of the last bill.',
    reply: z.object({
      canBill: z.boolean(),
      minMinor: z.int(),
      maxMinor: z.int(),
      /** Of a bill made today. */
      dueOn: Day,
      payer: Payer.nullable(),
    }),
  }),
  createBill: call('POST', '/applications/{c}/bills', {
    who: 'member',
    whileLimited: true,
    summary: 'Create a bill',
    description:
      'Creates a bill for a bank transfer that tops up the balance. The amount is in the smallest currency unit. ' +
      'Without a payer the bill names the business. Nothing in a bill can be changed later.',
    body: z.object({ amountMinor: BillAmount, payer: Payer.nullable().optional(), lang: LanguageCode.optional() }),
    status: 201,
    reply: Bill,
    errors: { no_bank_details: 409, too_many_bills: 409 },
  }),
  cancelBill: call('POST', '/applications/{c}/bills/{billId}/cancel', {
    who: 'member',
    whileLimited: true,
    summary: 'Cancel a bill',
    description:
      'Cancels a bill that nothing was paid for. Its number is not used again. ' +
      'Amounts are in the smallest currency unit.',
    reply: Bill,
    errors: { bill_paid: 409 },
  }),
  readBill: call('GET', '/applications/{c}/bills/{billId}', {
    who: 'member',
    summary: 'Download a bill',
    description: 'Returns a bill as a PDF, in the language it was made in or in another one.',
    query: Translated,
    reply: Bytes,
  }),

  listActs: call('GET', '/applications/{c}/acts', {
    who: 'member',
    summary: 'List acts',
    description:
      'Returns the acts of the business, newest first: one for each month in which something was charged. ' +
      'Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(Act),
  }),
  readActs: call('GET', '/applications/{c}/acts/archive', {
    who: 'member',
    operationId: 'downloadActs',
    summary: 'Download the acts of a year',
    description: 'Returns all acts of a year as a ZIP archive of PDF files.',
    query: Translated.extend({ year: z.coerce.number().int().min(2000).max(2999) }),
    reply: Bytes,
  }),
  readAct: call('GET', '/applications/{c}/acts/{actId}', {
    who: 'member',
    summary: 'Download an act',
    description: 'Returns an act as a PDF, in the language it was made in or in another one.',
    query: Translated,
    reply: Bytes,
  }),
}
