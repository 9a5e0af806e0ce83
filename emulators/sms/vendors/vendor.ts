/** What the router needs to emulate an SMS vendor: the shape of its requests and of its answers. */
import type { IncomingHttpHeaders } from 'node:http'

/** Why a vendor may refuse a text; each has its own messages and numbers. */
export type VendorRefusal =
  | 'auth'
  | 'no_funds'
  | 'bad_phone'
  | 'sender_not_allowed'
  | 'text_forbidden'
  | 'duplicate'
  | 'throttled'
  | 'blocked'
/**
 * Other troubles: an error page, no answer at all, a torn answer, an answer that never arrives. The last two accept the
 * text.
 */
export type VendorTrouble = VendorRefusal | 'down' | 'hang' | 'broken' | 'lost'

export type VendorRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  form: URLSearchParams
  json: unknown
}
export type Reply = { status: number; body: unknown }
export type Text = { to: string; from: string; text: string }

/** The emulated keys, shown on the inbox page. */
export type EmulatedAccount = { login?: string; password?: string; apiKey?: string; sender?: string }

export type Vendor = {
  name: string
  account: EmulatedAccount
  /** `null`: not an address of this vendor. */
  read(asked: VendorRequest): { kind: 'text'; text: Text } | { kind: 'balance' } | { kind: 'account' } | null
  isKnown(asked: VendorRequest): boolean
  taken(text: Text, id: string): Reply
  balance(): Reply
  /** For a vendor whose keys are checked at a separate address. */
  whole?(): Reply
  refuse(why: VendorRefusal, text: Text): Reply
}

export const bearer = ({ headers }: VendorRequest) => headers.authorization ?? ''
export const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** A part of a JSON body by its path; empty when it is not there. */
export function at(json: unknown, ...path: readonly (string | number)[]): string {
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key],
    json,
  )
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
