/** What the router needs to emulate an SMS vendor: the shape of its requests and of its answers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Sms } from '../message.ts'

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
/** A body that is a string is sent as plain text. */
export type Reply = { status: number; body: unknown }
export type Text = { to: string; from: string; text: string; reference?: string }
/** What became of one text of a request; a refused one has no id. */
export type Judged = Text & { id: string; refused: VendorRefusal | null }

export type Read =
  /** One text for each number. */
  | { kind: 'texts'; texts: Text[] }
  | { kind: 'balance' }
  | { kind: 'account' }
  /** @param kept what this vendor has accepted, newest first */
  | { kind: 'kept'; answer(kept: readonly Sms[]): Reply }

/** The emulated keys, shown on the inbox page. */
export type EmulatedAccount = { login?: string; password?: string; apiKey?: string; sender?: string }

export type Vendor = {
  name: string
  account: EmulatedAccount
  /** `null`: not an address of this vendor. */
  read(asked: VendorRequest): Read | null
  isKnown(asked: VendorRequest): boolean
  /** At least one of the texts was accepted. */
  taken(judged: readonly Judged[], request: string, asked: VendorRequest): Reply
  balance(asked: VendorRequest): Reply
  /** For a vendor whose keys are checked at a separate address. */
  whole?(): Reply
  /** The whole request is refused. */
  refuse(why: VendorRefusal, text: Text, asked: VendorRequest): Reply
}

export const bearer = ({ headers }: VendorRequest) => headers.authorization ?? ''
export const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** A part of a JSON body by its path. */
export const within = (json: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key], json)

/** The same as text; empty when it is not there. */
export function at(json: unknown, ...path: readonly (string | number)[]): string {
  const found = within(json, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

export const listOf = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])
/** Numbers as a list or with commas between them. */
export const numbersOf = (found: unknown): string[] =>
  (Array.isArray(found) ? found.map(String) : String(found ?? '').split(/[,;\n]/))
    .map((number) => number.trim())
    .filter((number) => number !== '')
export const digits = ({ to }: Pick<Text, 'to'>) => to.replace(/^\+/, '')
export const hexOf = (id: string) => id.replaceAll('-', '')

/** What a phone shows of a text that is not sent as Unicode: the seven-bit alphabet of 3GPP 23.038. */
export const readable = (text: string) =>
  text.replaceAll(/[^\n\r\f -_a-~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]/gu, '?')
