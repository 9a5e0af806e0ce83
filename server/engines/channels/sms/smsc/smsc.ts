/** SMSC.ru over its HTTP interface. https://smsc.ru/api/http/ (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import {
  ask,
  digitsOf,
  type Refused,
  refusedCheck,
  type SmsAccount,
  type SmsProvider,
  toldOf,
  unsent,
} from '../provider.ts'

const Failure = z.object({ error_code: z.coerce.number(), error: z.string().optional() })
const Sent = z.object({ id: z.union([z.string(), z.number()]) })
const Balance = z.object({ balance: z.coerce.string(), currency: z.string().optional() })

/** 6 names the text and the sender alike; the words beside it tell which. */
const FAILURES: Readonly<Record<number, SmsFailure>> = {
  2: 'auth',
  3: 'no_funds',
  4: 'blocked',
  6: 'text_forbidden',
  7: 'bad_phone',
  8: 'bad_phone',
  9: 'duplicate',
}

function refused({ error_code: code, error }: z.infer<typeof Failure>): Refused {
  const isSender = code === 6 && /sender/i.test(error ?? '')
  return { failure: isSender ? 'sender_not_allowed' : (FAILURES[code] ?? 'temporary'), told: toldOf(code, error) }
}

/** In the body, never in the address: addresses are written into logs. */
function keysOf({ login, password, apiKey }: SmsAccount): Record<string, string> {
  return apiKey === '' ? { login, psw: password } : { apikey: apiKey }
}

const post = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams({ ...fields, fmt: '3', charset: 'utf-8' }),
})

export const smsc: SmsProvider = {
  type: 'smsc',
  address: 'https://smsc.ru',
  async send(account, { to, text }, wire) {
    const sender = account.smsFrom === '' ? {} : { sender: account.smsFrom }
    const heard = await ask(
      `${wire.url}/sys/send.php`,
      post({ ...keysOf(account), phones: digitsOf(to), mes: text, ...sender }),
      wire,
      z.union([Failure, Sent]),
    )
    if (!heard.isHeard) return unsent(heard)
    return 'id' in heard.said
      ? { isSent: true, id: String(heard.said.id) }
      : { isSent: false, mayHaveLeft: false, ...refused(heard.said) }
  },
  async check(account, wire) {
    const heard = await ask(
      `${wire.url}/sys/balance.php`,
      post({ ...keysOf(account), cur: '1' }),
      wire,
      z.union([Failure, Balance]),
    )
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    if ('balance' in heard.said)
      return { isRight: true, balance: { amount: heard.said.balance, currency: heard.said.currency ?? 'RUB' } }
    return { isRight: false, ...refused(heard.said) }
  },
}
