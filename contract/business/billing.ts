/** Bills of all businesses as the operator of the installation sees and books them. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Day, OptionalText, PageQuery, RequiredText, Version } from '../page.ts'
import { Bill, BILL_STATES } from './bills.ts'
import { REFUND, REFUND_ERRORS } from './refund.ts'
import { count } from './operated.ts'

export const STATEMENT_LIMITS = { bytes: 4 * 1024 * 1024, lines: 5000 } as const

const digits = (pattern: RegExp) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().refine((text) => text === '' || pattern.test(text), { error: 'invalid' }))

/** ISO 13616: the first four signs at the end, letters as numbers, 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const moved = text.slice(4) + text.slice(0, 4)
  let rest = 0
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest === 1
}

/** The operator's own details, printed on bills and acts. For roubles `bankCode` is the BIK. */
export const Supplier = z.object({
  name: RequiredText(160),
  address: RequiredText(240),
  taxNumber: OptionalText(40),
  registrationNumber: OptionalText(40),
  kpp: digits(/^\d{9}$/),
  vatNote: OptionalText(240),
  bank: OptionalText(160),
  iban: z
    .string()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().refine((text) => text === '' || isIban(text), { error: 'invalid' })),
  bic: digits(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  account: OptionalText(40),
  bankCode: OptionalText(20),
  correspondentAccount: digits(/^\d{20}$/),
})
export type Supplier = z.infer<typeof Supplier>
export const SUPPLIER_FIELDS = Object.keys(Supplier.shape) as (keyof Supplier)[]

/** Empty where nothing has been entered. */
export const SavedSupplier = z.object({
  ...(Object.fromEntries(SUPPLIER_FIELDS.map((field) => [field, z.string()])) as Record<keyof Supplier, z.ZodString>),
  version: Version,
  currency: z.string(),
})
export type SavedSupplier = z.infer<typeof SavedSupplier>

export const OperatedBill = Bill.extend({
  cabinet: z.object({ id: z.int(), name: z.string() }),
  /** How many payments were booked for it. */
  payments: z.int(),
})
export type OperatedBill = z.infer<typeof OperatedBill>

/** Why this bill: its number is in the purpose, or only the payer's tax number and the amount fit. */
export const MATCH_SIGNS = ['number', 'amount', 'payer'] as const
export const StatementLine = z.object({
  /** Identifies the payment: the same in every statement that has it. */
  key: z.string(),
  bookedOn: Day,
  amountMinor: z.int(),
  currency: z.string(),
  payer: z.string(),
  purpose: z.string(),
  isBooked: z.boolean(),
  /** The bill it was probably paid for; null: none fits, or more than one. */
  bill: OperatedBill.nullable(),
  signs: z.array(z.enum(MATCH_SIGNS)),
})
export type StatementLine = z.infer<typeof StatementLine>

const readSupplier = call('GET', '/operator/supplier', {
  who: 'operator',
  summary: 'Get the bank details',
  description: 'Returns the details of the operator that are printed on bills and acts. They are empty at first.',
  reply: SavedSupplier,
})

export const billing = {
  readSupplier,
  saveSupplier: call('PUT', '/operator/supplier', {
    who: 'operator',
    summary: 'Save the bank details',
    description:
      'Saves the details of the operator. Bills and acts that exist already stay as they are. An outdated `version` ' +
      'is refused.',
    keeps: savedIn(readSupplier, ({ version: _version, currency: _currency, ...details }) => details),
    body: Supplier.extend({ version: Version }),
    reply: SavedSupplier,
    errors: { version_conflict: 409 },
  }),
  listAllBills: call('GET', '/operator/bills', {
    who: 'operator',
    summary: 'List all bills',
    description:
      'Returns the bills of all businesses that match a number, a business or a payer, newest first. Amounts are in ' +
      'the smallest currency unit.',
    paged: true,
    query: PageQuery.pick({ page: true, limit: true, q: true }).extend({ state: z.enum(BILL_STATES).optional() }),
    reply: z.array(OperatedBill),
  }),
  bookPayment: call('POST', '/operator/cabinets/{cabinet}/bills/{billId}/payments', {
    who: 'operator',
    operationId: 'bookBillPayment',
    summary: 'Book a payment of a bill',
    description:
      'Adds what was paid for a bill to the balance of the business, also if it is less or more than the bill asks ' +
      'for. `payments` is how many the caller has seen: another number is refused, so nothing is booked twice. A ' +
      'line of a bank statement is booked once. Amounts are in the smallest currency unit.',
    body: z.object({
      amountMinor: count(1, 1_000_000_00),
      reason: OptionalText(200).min(3, { error: 'required' }),
      payments: z.int().min(0).max(10_000),
      line: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable()
        .optional(),
    }),
    status: 201,
    reply: OperatedBill,
    errors: { bill_moved_on: 409, line_booked: 409 },
  }),
  refundBill: call('POST', '/operator/cabinets/{cabinet}/bills/{billId}/refunds', {
    who: 'operator',
    summary: 'Book a refund of a bill',
    description:
      'Takes what was transferred back from the balance of the business, in real money, together with the unspent ' +
      'bonus that the payment has brought. A refund is booked once by `refundId`, and never more than was paid for ' +
      'the bill. The password is required unless it was given in the last ten minutes. Amounts are in the smallest ' +
      'currency unit.',
    body: REFUND,
    status: 201,
    reply: OperatedBill,
    errors: REFUND_ERRORS,
  }),
  readStatement: call('POST', '/operator/statements', {
    who: 'operator',
    operationId: 'matchBankStatement',
    readsOnly: true,
    asksOutside: true,
    summary: 'Match a bank statement',
    description:
      'Reads a bank statement (camt.053 or 1C ClientBankExchange) and returns its incoming payments with the bills ' +
      'that they were probably paid for. Nothing is booked. Amounts are in the smallest currency unit.',
    upload: { field: 'file', maxBytes: STATEMENT_LIMITS.bytes },
    reply: z.array(StatementLine),
    errors: { statement_unreadable: 422 },
  }),
}
