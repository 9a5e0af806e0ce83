/** Which bill a payment was probably for. Nothing is booked by it: a person confirms. Pure. */
import type { StatementLine } from '../../../contract/business/billing.ts'
import type { Incoming } from './incoming.ts'

type Sign = StatementLine['signs'][number]
/** What is compared of a bill. */
export type Candidate = {
  number: string
  currency: string
  amountMinor: number
  paidMinor: number
  isOpen: boolean
  payer: { name: string; taxNumber: string } | null
}

const NUMBER = /(?<!\d)(20\d\d)[-–/ ]?(\d{6})(?!\d)/g

/** Numbers of bills in a purpose, however they are written: `2026-000041`, `2026000041`. */
export const numbersIn = (purpose: string): string[] => [
  ...new Set([...purpose.matchAll(NUMBER)].map(([, year, no]) => `${year}-${no}`)),
]

const digits = (text: string) => text.replace(/\D/g, '')
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function isPayer(line: Incoming, { payer }: Candidate): boolean {
  if (!payer) return false
  const number = digits(payer.taxNumber)
  if (number.length >= 8) return digits(line.taxNumber) === number || digits(line.payer).includes(number)
  return letters(payer.name).length >= 4 && letters(payer.name) === letters(line.payer)
}

const isWholeRest = (line: Incoming, bill: Candidate) => line.amountMinor === bill.amountMinor - bill.paidMinor

function signsOf(line: Incoming, bill: Candidate, hasNumber: boolean): Sign[] {
  return [
    ...(hasNumber ? (['number'] as const) : []),
    ...(isWholeRest(line, bill) ? (['amount'] as const) : []),
    ...(isPayer(line, bill) ? (['payer'] as const) : []),
  ]
}

/** By its number; without one only if the amount and the payer both fit exactly one open bill. */
export function matchOf<C extends Candidate>(line: Incoming, bills: readonly C[]): { bill: C | null; signs: Sign[] } {
  const same = bills.filter((one) => one.currency === line.currency)
  const numbers = numbersIn(line.purpose)
  const named = same.filter((one) => numbers.includes(one.number))
  const fitting =
    numbers.length === 0 ? same.filter((one) => one.isOpen && isWholeRest(line, one) && isPayer(line, one)) : []
  const [bill, more] = named.length > 0 ? named : fitting
  if (!bill || more) return { bill: null, signs: [] }
  return { bill, signs: signsOf(line, bill, named.length > 0) }
}
