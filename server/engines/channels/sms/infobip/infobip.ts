/** Infobip's SMS API, version 3. https://www.infobip.com/docs/api/channels/sms (2026-11) */
import { z } from 'zod'
import type { SmsFailure } from '../../../../../contract/people/sms-providers.ts'
import { maskDetail } from '../../../../base/outbound/outbound.ts'
import {
  callVendor,
  digitsOf,
  failureOfStatus,
  type Refused,
  refusedCheck,
  type SmsProvider,
  type Wire,
  unsent,
} from '../provider.ts'

const State = z.object({ groupName: z.string(), name: z.string(), description: z.string().nullish() })
const Sent = z.object({ messages: z.array(z.object({ messageId: z.string(), status: State })).min(1) })
/** Older parts of the API answer with an exception, newer ones with a code. */
const Failure = z.union([
  z.object({
    requestError: z.object({ serviceException: z.object({ messageId: z.string(), text: z.string().nullish() }) }),
  }),
  z.object({ errorCode: z.string(), description: z.string().nullish() }),
])
const Balance = z.object({ balance: z.coerce.string(), currency: z.string() })

/**
 * https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes (2026-11): the parts of a
 * status name.
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

function refused(status: number, body: z.infer<typeof Failure>): Refused {
  const { name, words } =
    'errorCode' in body
      ? { name: body.errorCode, words: body.description }
      : { name: body.requestError.serviceException.messageId, words: body.requestError.serviceException.text }
  return { failure: byName(name) ?? failureOfStatus(status), detail: maskDetail(status, name, words) }
}

const headersOf = (key: string) => ({
  authorization: `App ${key}`,
})
/** Every account has its own host below the vendor's. */
const hostOf = ({ url }: Wire, login: string) => url.replace('{login}', encodeURIComponent(login))

export const infobip: SmsProvider = {
  type: 'infobip',
  address: 'https://{login}.api.infobip.com',
  async send({ login, apiKey, smsFrom }, { to, text, reference }, wire) {
    const json = {
      messages: [{ sender: smsFrom, destinations: [{ to: digitsOf(to), messageId: reference }], content: { text } }],
    }
    const reply = await callVendor(
      { url: `${hostOf(wire, login)}/sms/3/messages`, method: 'POST', headers: headersOf(apiKey), json },
      wire,
      z.union([Sent, Failure]),
    )
    if (!reply.isRead) return unsent(reply)
    if (!('messages' in reply.body)) return { isSent: false, mayHaveLeft: false, ...refused(reply.status, reply.body) }
    const [one] = reply.body.messages
    // A 200 may contain a refused text.
    if (one && /REJECTED|UNDELIVERABLE/.test(one.status.groupName)) {
      return {
        isSent: false,
        mayHaveLeft: false,
        failure: byName(one.status.name) ?? 'bad_phone',
        detail: maskDetail(one.status.name, one.status.description),
      }
    }
    return { isSent: true, id: one?.messageId ?? '' }
  },
  async check({ login, apiKey }, wire) {
    const reply = await callVendor(
      { url: `${hostOf(wire, login)}/account/1/balance`, headers: headersOf(apiKey) },
      wire,
      z.union([Balance, Failure]),
    )
    if (!reply.isRead) return refusedCheck(reply.failure, reply.detail)
    if ('balance' in reply.body)
      return { isRight: true, balance: { amount: reply.body.balance, currency: reply.body.currency } }
    return { isRight: false, ...refused(reply.status, reply.body) }
  },
}
