/** An incoming payment as every format of statements has it. Pure. */

export type Incoming = {
  /** The Moscow or bank's day. */
  bookedOn: string
  amountMinor: number
  currency: string
  payer: string
  /** Of the payer; empty when the bank does not say. */
  taxNumber: string
  purpose: string
  /** What the bank calls it, as exactly as the format says. */
  reference: string
}
export type StatementFault = 'statement_unreadable'

/** Digits and a point or a comma, at most two decimals. @returns null when it is no amount above zero */
export function minorOf(text: string): number | null {
  const found = /^(\d{1,12})(?:[.,](\d{1,2})0*)?$/.exec(text.trim())
  if (!found) return null
  const minor = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return minor > 0 ? minor : null
}
