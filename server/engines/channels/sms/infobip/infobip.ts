/** Infobip's SMS API, version 3. https://www.infobip.com/docs/api/channels/sms (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import {
  ask,
  digitsOf,
  failureOfStatus,
  type Refused,
  refusedCheck,
  type SmsProvider,
  toldOf,
  type Wire,
  unsent,
} from '../provider.ts'

const State = z.object({ groupName: z.string(), name: z.string(), description: z.string().nullish() })
const Sent = z.object({ messages: z.array(z.object({ messageId: z.string(), status: State })).min(1) })
/** Older parts of the vendor answer with an exception, newer ones with a code. */
const Failure = z.union([
  z.object({
    requestError: z.object({ serviceException: z.object({ messageId: z.string(), text: z.string().nullish() }) }),
  }),
  z.object({ errorCode: z.string(), description: z.string().nullish() }),
])
const Balance = z.object({ balance: z.coerce.string(), currency: z.string() })

/**
 * https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes (2026-11): what a name speaks
 * of.
 */
const NAMES: readonly (readonly [RegExp, SmsFailure])[] = [
  [/CREDIT/, 'no_funds'],
  [/SENDER|SOURCE/, 'sender_not_allowed'],
  [/FLOODING|DUPLICATE/, 'duplicate'],
  [/CONTENT|TEXT|BODY/, 'text_forbidden'],
  [/UNAUTHORI[SZ]ED|FORBIDDEN/, 'auth'],
  [/TOO_MANY/, 'throttled'],
  [/ACCOUNT|SUSPENDED/, 'blocked'],
  [/DESTINATION|PREFIX|NETWORK|SUBSCRIBER|NUMBER|UNDELIVERABLE|BLACKLIST/, 'bad_phone'],
]
const byName = (name: string) => NAMES.find(([pattern]) => pattern.test(name))?.[1]

function refused(status: number, said: z.infer<typeof Failure>): Refused {
  const { name, words } =
    'errorCode' in said
      ? { name: said.errorCode, words: said.description }
      : { name: said.requestError.serviceException.messageId, words: said.requestError.serviceException.text }
  return { failure: byName(name) ?? failureOfStatus(status), told: toldOf(status, name, words) }
}

const headersOf = (key: string) => ({
  authorization: `App ${key}`,
  'content-type': 'application/json',
  accept: 'application/json',
})
/** Every account has a host of its own below the vendor's. */
const hostOf = ({ url }: Wire, login: string) => url.replace('{login}', encodeURIComponent(login))

export const infobip: SmsProvider = {
  type: 'infobip',
  address: 'https://{login}.api.infobip.com',
  async send({ login, apiKey, smsFrom }, { to, text, reference }, wire) {
    const body = JSON.stringify({
      messages: [{ sender: smsFrom, destinations: [{ to: digitsOf(to), messageId: reference }], content: { text } }],
    })
    const heard = await ask(
      `${hostOf(wire, login)}/sms/3/messages`,
      { method: 'POST', headers: headersOf(apiKey), body },
      wire,
      z.union([Sent, Failure]),
    )
    if (!heard.isHeard) return unsent(heard)
    if (!('messages' in heard.said)) return { isSent: false, mayHaveLeft: false, ...refused(heard.status, heard.said) }
    const [one] = heard.said.messages
    // A 200 may carry a text that was refused.
    if (one && /REJECTED|UNDELIVERABLE/.test(one.status.groupName)) {
      return {
        isSent: false,
        mayHaveLeft: false,
        failure: byName(one.status.name) ?? 'bad_phone',
        told: toldOf(one.status.name, one.status.description),
      }
    }
    return { isSent: true, id: one?.messageId ?? '' }
  },
  async check({ login, apiKey }, wire) {
    const heard = await ask(
      `${hostOf(wire, login)}/account/1/balance`,
      { method: 'GET', headers: headersOf(apiKey) },
      wire,
      z.union([Balance, Failure]),
    )
    if (!heard.isHeard) return refusedCheck(heard.failure, heard.told)
    if ('balance' in heard.said)
      return { isRight: true, balance: { amount: heard.said.balance, currency: heard.said.currency } }
    return { isRight: false, ...refused(heard.status, heard.said) }
  },
}
