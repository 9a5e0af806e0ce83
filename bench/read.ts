/** What a read of the bench is, and what several of them share. */
import type { Call } from '../contract/call.ts'

/** `c`, `template` and `formKey` of the account; `id` as the rows have it. */
export type Place = { c: number; template: string; formKey: string }

export type Read = {
  name: string
  call: Call
  params?: (place: Place) => Record<string, string>
  query?: Record<string, string>
  body?: (place: Place) => object
  /** The account is `$1`. Left out: nothing is compared, the CPU alone counts. */
  sql?: readonly string[]
  /** How many times the CPU of the bare route it may take; 2.5 otherwise. */
  ratio?: number
  /** How many times as much it may take in the account that is ten times larger; 1.3 otherwise. */
  growth?: number
  /** Everybody is looked at: with more than 150 000 clients it may take as much more as there are. */
  readsAll?: boolean
  /** Asked for on demand, and held to its SQL alone (decision 196). */
  onDemand?: boolean
}

export const PRESENT = 'cabinet_id = $1 and archived_at is null'
export const count = (where: string) => `select count(*) from clients where ${PRESENT} ${where}`

/** What is in the database under the name of a row of `scale-rows.ts`. */
export const named = (key: string, text: string) => () => ({ [key]: text })

type Work = () => Promise<unknown>
/** Makes what one call that writes needs, and returns the call. @param n which time it is */
export type Step = (n: number) => Promise<Work> | Work
