/** An order at the emulated payment service, and how it may be settled. */
export const MANNERS = ['well', 'twice', 'late', 'wrong_amount', 'wrong_signature'] as const
export type Manner = (typeof MANNERS)[number]

/** 5 created · 10 cancelled · 60 returned · 100 done */
export type State = 5 | 10 | 20 | 50 | 60 | 80 | 100
export type RobokassaOrder = {
  number: string
  login: string
  /** As the link named it. */
  sum: string
  description: string
  currency: string
  isTest: boolean
  /** The shop's own parameters. */
  own: Record<string, string>
  state: State
  /** What was paid, as questions about it are answered. */
  paidSum: string
}
