/** SMSC.ru over its HTTP interface. https://smsc.ru/api/http/ (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { maskDetail } from '../../../../base/outbound/outbound.ts'
import {
  callVendor,
  digitsOf,
  type Refused,
  refusedCheck,
  type SmsAccount,
  type SmsProvider,
  unsent,
} from '../provider.ts'

const Failure = z.object({ error_code: z.coerce.number(), error: z.string().optional() })
const Sent = z.object({ id: z.union([z.string(), z.number()]) })
const Balance = z.object({ balance: z.coerce.string(), currency: z.string().optional() })

/** The code decides, because its words change. 6 is for the text and for the sender: nothing tells them apart. */
const FAILURES: Readonly<Record<number, SmsFailure>> = {
  2: 'auth',
  3: 'no_funds',
  4: 'blocked',
  6: 'text_forbidden',
  7: 'bad_phone',
  8: 'bad_phone',
  9: 'duplicate',
}

const refused = ({ error_code: code, error }: z.infer<typeof Failure>): Refused => ({
  failure: FAILURES[code] ?? 'temporary',
  detail: maskDetail(code, error),
})

/** `ERROR = 2 (authorise error)`: what refuses a request before its format is read answers in words. */
function failureInWords(text: string): z.infer<typeof Failure> | undefined {
  const [, code, error = ''] = /^ERROR = (\d+)(?: \((.*)\))?/.exec(text) ?? []
  return code === undefined ? undefined : { error_code: Number(code), error }
}

/** In the body, never in the address: addresses are written into logs. */
function keysOf({ login, password, apiKey }: SmsAccount): Record<string, string> {
  return apiKey === '' ? { login, psw: password } : { apikey: apiKey }
}

const post = (url: string, fields: Record<string, string>) => ({
  url,
  method: 'POST' as const,
  form: { ...fields, fmt: '3', charset: 'utf-8' },
})

export const smsc: SmsProvider = {
  type: 'smsc',
  address: 'https://smsc.ru',
  async send(account, { to, text }, wire) {
    const sender = account.smsFrom === '' ? {} : { sender: account.smsFrom }
    const reply = await callVendor(
      post(`${wire.url}/sys/send.php`, { ...keysOf(account), phones: digitsOf(to), mes: text, ...sender }),
      wire,
      z.union([Failure, Sent]),
      failureInWords,
    )
    if (!reply.isRead) return unsent(reply)
    return 'id' in reply.body
      ? { isSent: true, id: String(reply.body.id) }
      : { isSent: false, mayHaveLeft: false, ...refused(reply.body) }
  },
  async check(account, wire) {
    const reply = await callVendor(
      post(`${wire.url}/sys/balance.php`, { ...keysOf(account), cur: '1' }),
      wire,
      z.union([Failure, Balance]),
      failureInWords,
    )
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if ('balance' in reply.body)
      return { isRight: true, balance: { amount: reply.body.balance, currency: reply.body.currency ?? 'RUB' } }
    return { isRight: false, ...refused(reply.body) }
  },
}
