/**
 * Events that a system sends us. An event only says at whom to look: amounts are read afterwards, and never taken from
 * what arrived.
 */
import type { Application } from './access.ts'

/** A request to the address of an integration, as it came. Names of headers are lower case. */
export type Received = {
  method: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: string
}

export type HookContext = {
  /** Our application, when the connection was made by consent: then the vendor signs with its secret. */
  application: Application | null
  /** The account behind the connection, as `readAccount` names it. */
  account: string
}

/** What an event shows of a client, to recognise what we know already. Nothing is taken over from it. */
export type Seen = {
  tel: string
  person: Readonly<Record<string, string | null | undefined>>
  amounts: { balanceMinor?: number; bonusMinor?: number; discountHundredths?: number }
}
export type HookSubject = { crmId: string; seen?: Seen }

export type Hooks = {
  /** The vendor's own number of the event, the same when it is sent again; '' : its content is its number. */
  eventId(received: Received): string
  /** Whether it comes from the vendor and is about this account. Without a signature only the address proves it. */
  verify(received: Received, context: HookContext): boolean
  /** Whom it is about. */
  subjects(received: Received): HookSubject[]
  /** Documents that it is about, of which only the system knows whose they are: the verb `ownersOf` asks. */
  documents?(received: Received): string[]
  /** What the vendor wants as its answer; left out: an empty 200. */
  answer?(received: Received): { status: number; type: string; body: string }
}
