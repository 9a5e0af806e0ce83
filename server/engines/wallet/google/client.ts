/**
 * Google Wallet over its REST interface: classes, objects, messages. One connection per service account keeps
 * the token and the pace; several processes on one account must share out the 20 requests a second between them.
 * Reference: developers.google.com/wallet/reference/rest (read 2026-11).
 */
import { limitRate, realTiming, type Timing } from '../../../base/pace.ts'
import { keepAccessToken, type ServiceAccount } from './access-token.ts'
import { exchange, messageOf, openGoogleHttp, reasonOf, repeat, type Answer, type Silence } from './exchange.ts'
import { GOOGLE_LIMITS } from './limits.ts'
import { OWN_CLASS_FIELDS, OWN_OBJECT_FIELDS, type LoyaltyClass, type LoyaltyObject } from './loyalty.ts'
import { GoogleRefused } from './refusals.ts'

export type GoogleOptions = {
  /** `https://walletobjects.googleapis.com/walletobjects/v1` in production. */
  apiUrl: string
  /** `https://oauth2.googleapis.com/token` in production. */
  tokenUrl: string
  account: ServiceAccount
  /** Google allows 20 for a project. */
  requestsPerSecond?: number
  timing?: Timing
}

export type Message = {
  /** Dedupe key: Google itself does not refuse a second message with the same id. */
  id: string
  header: string
  body: string
  /** Only TEXT_AND_NOTIFY rings, three times in 24 hours for a card. */
  messageType: 'TEXT' | 'TEXT_AND_NOTIFY'
}
export type MessageOutcome = 'sent' | 'already_there' | 'quota_exceeded'
export type Stored = { stored: 'inserted' | 'updated'; notified: boolean }
/** `arePlacesLeftOut`: Google has not opened places for this issuer, so the class went without them. */
export type StoredClass = Stored & { arePlacesLeftOut: boolean }

export type GoogleWallet = {
  /** Makes or changes a class. */
  putClass(body: LoyaltyClass): Promise<StoredClass>
  /**
   * Makes or changes an object; its messages stay. `known` says Google already holds it (saves a request).
   * `notify` asks Google to announce a changed balance; past the quota the change is stored without notice.
   */
  putObject(body: LoyaltyObject, options?: { known?: boolean; notify?: boolean }): Promise<Stored>
  /** `isRepeat`: an earlier run may have sent it, so look before sending. Makes room when ten messages are there. */
  addMessage(
    kind: 'class' | 'object',
    id: string,
    message: Message,
    options?: { isRepeat?: boolean },
  ): Promise<MessageOutcome>
  /** What Google holds, or null. */
  getClass(id: string): Promise<Record<string, unknown> | null>
  getObject(id: string): Promise<Record<string, unknown> | null>
}

/** Google counts by arrival: 50 ms of slack keep a late first packet from sharing a second with the next burst. */
const RATE_WINDOW_MS = 1_050

type Kind = 'class' | 'object'
type Method = 'GET' | 'POST' | 'PATCH'
const PATHS = { class: 'loyaltyClass', object: 'loyaltyObject' } as const

/**
 * Every verb throws GoogleRefused (a person must act) or GoogleUnreachable (try later).
 * @throws GoogleRefused `invalid_key` at once when the key cannot be read
 */
export function connectGoogle(options: GoogleOptions): GoogleWallet {
  const timing = options.timing ?? realTiming
  const apiUrl = options.apiUrl.replace(/\/$/, '')
  const http = openGoogleHttp(apiUrl, limitRate(options.requestsPerSecond ?? 20, RATE_WINDOW_MS, timing))
  const tokenHttp = openGoogleHttp(options.tokenUrl)
  const accessToken = keepAccessToken(options.tokenUrl, options.account, postForm, timing)

  async function postForm(url: string, form: Record<string, string>) {
    const answer = await repeat<never>(() => exchange(tokenHttp, { url, method: 'POST', form }, timing), timing)
    return answer as Answer
  }

  /** One attempt; a refused token is renewed once. */
  async function attempt(method: Method, path: string, body?: object): Promise<Answer | Silence> {
    const send = async () => {
      const token = await accessToken.get()
      const request = {
        url: `${apiUrl}/${path}`,
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { json: body }),
      }
      const answer = await exchange(http, request, timing)
      if (!('silent' in answer) && answer.status === 401) accessToken.drop(token)
      return answer
    }
    const first = await send()
    return !('silent' in first) && first.status === 401 ? send() : first
  }

  async function call(method: Method, path: string, body?: object): Promise<Answer> {
    return (await repeat<never>(() => attempt(method, path, body), timing)) as Answer
  }

  async function get(kind: Kind, id: string): Promise<Record<string, unknown> | null> {
    const answer = await call('GET', `${PATHS[kind]}/${encodeURIComponent(id)}`)
    if (answer.status === 404) return null
    return accepted(answer).body as Record<string, unknown>
  }

  const patch = (kind: Kind, id: string, body: object) =>
    call('PATCH', `${PATHS[kind]}/${encodeURIComponent(id)}`, body)

  /** Changes go by PATCH: PUT would drop the messages. */
  async function put(
    kind: Kind,
    body: { id: string },
    ownFields: readonly string[],
    known: boolean,
    notify: boolean,
  ): Promise<Stored> {
    const change = { ...Object.fromEntries(ownFields.map((field) => [field, null])), ...body }
    let notified = notify
    const update = async (): Promise<Answer> => {
      if (!notify) return patch(kind, body.id, change)
      const answer = await patch(kind, body.id, { ...change, notifyPreference: 'NOTIFY_ON_UPDATE' })
      if (!isQuota(answer)) return answer
      notified = false
      return patch(kind, body.id, change)
    }
    if (known) {
      const answer = await update()
      if (answer.status !== 404) return accepted(answer) && { stored: 'updated', notified }
    }
    const answer = await call('POST', PATHS[kind], body)
    if (answer.status !== 409) return accepted(answer) && { stored: 'inserted', notified: false }
    return accepted(await update()) && { stored: 'updated', notified }
  }

  /** An issuer that Google has not opened places for would lose the whole class with them: then it goes without. */
  async function putClass(body: LoyaltyClass): Promise<StoredClass> {
    try {
      return { ...(await put('class', body, OWN_CLASS_FIELDS, false, false)), arePlacesLeftOut: false }
    } catch (error) {
      if (!(error instanceof GoogleRefused) || !body.merchantLocations || !/merchant locations/i.test(error.message))
        throw error
      const { merchantLocations: _, ...rest } = body
      return { ...(await put('class', rest, OWN_CLASS_FIELDS, false, false)), arePlacesLeftOut: true }
    }
  }

  async function messagesOf(kind: Kind, id: string): Promise<{ id?: string }[]> {
    const messages = (await get(kind, id))?.['messages']
    return Array.isArray(messages) ? (messages as { id?: string }[]) : []
  }

  async function addMessage(kind: Kind, id: string, message: Message, isRepeat: boolean): Promise<MessageOutcome> {
    const lookBefore = async (): Promise<'already_there' | undefined> =>
      (await messagesOf(kind, id)).some((known) => known.id === message.id) ? 'already_there' : undefined
    if (isRepeat && (await lookBefore())) return 'already_there'
    const path = `${PATHS[kind]}/${encodeURIComponent(id)}/addMessage`
    let isMaybeThere = false
    const send = async () => {
      const answer = await attempt('POST', path, { message })
      isMaybeThere = 'silent' in answer || answer.status >= 500
      return answer
    }
    const sendOnce = () => repeat(send, timing, () => (isMaybeThere ? lookBefore() : Promise.resolve(undefined)))
    let answer = await sendOnce()
    if ('settled' in answer) return 'sent'
    if (answer.status === 400 && (await makeRoom(kind, id))) answer = await sendOnce()
    if ('settled' in answer) return 'sent'
    if (isQuota(answer)) return 'quota_exceeded'
    return accepted(answer) && 'sent'
  }

  /** Google holds ten messages; the oldest go. What stays is sent as TEXT, so that nothing rings again. */
  async function makeRoom(kind: Kind, id: string): Promise<boolean> {
    const messages = await messagesOf(kind, id)
    if (messages.length < GOOGLE_LIMITS.messages) return false
    const kept = messages.slice(1 - GOOGLE_LIMITS.messages).map((message) => ({ ...message, messageType: 'TEXT' }))
    accepted(await patch(kind, id, { messages: kept }))
    return true
  }

  return {
    putClass,
    putObject: (body, { known = false, notify = false } = {}) => put('object', body, OWN_OBJECT_FIELDS, known, notify),
    addMessage: (kind, id, message, { isRepeat = false } = {}) => addMessage(kind, id, message, isRepeat),
    getClass: (id) => get('class', id),
    getObject: (id) => get('object', id),
  }
}

/** The notification quota answers 403 `quotaExceeded`; it does not pass by waiting a moment. */
function isQuota(answer: Answer): boolean {
  return answer.status === 403 && /quota_?exceeded/i.test(reasonOf(answer))
}

function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new GoogleRefused(answer.status, reasonOf(answer), messageOf(answer))
}
