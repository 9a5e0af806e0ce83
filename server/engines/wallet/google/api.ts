/** Calls of Google's REST interface with a valid token, within the rate limit, repeated while repeating can help. */
import { limitRate, realTiming, type Timing } from '../../../base/rate-limiter.ts'
import { keepAccessToken, type ServiceAccount } from './access-token.ts'
import { exchange, messageOf, openGoogleHttp, reasonOf, repeat, type Answer, type Silence } from './exchange.ts'
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

export type Kind = 'class' | 'object'
type Method = 'GET' | 'POST' | 'PATCH'

export type GoogleApi = {
  timing: Timing
  /** One attempt; a refused token is renewed once. */
  attempt(method: Method, path: string, body?: object): Promise<Answer | Silence>
  /** @throws GoogleUnreachable after the last attempt */
  call(method: Method, path: string, body?: object): Promise<Answer>
}

/** Google counts by arrival: 50 ms of slack keep a late first packet from sharing a second with the next burst. */
const RATE_WINDOW_MS = 1_050
const PATHS = { class: 'loyaltyClass', object: 'loyaltyObject' } as const

/** @throws GoogleRefused `invalid_key` when the key cannot be read */
export function openGoogleApi(options: GoogleOptions): GoogleApi {
  const timing = options.timing ?? realTiming
  const apiUrl = options.apiUrl.replace(/\/$/, '')
  const http = openGoogleHttp(apiUrl, limitRate(options.requestsPerSecond ?? 20, RATE_WINDOW_MS, timing))
  const tokenHttp = openGoogleHttp(options.tokenUrl)
  const accessToken = keepAccessToken(options.tokenUrl, options.account, postForm, timing)

  async function postForm(url: string, form: Record<string, string>) {
    const answer = await repeat<never>(() => exchange(tokenHttp, { url, method: 'POST', form }, timing), timing)
    return answer as Answer
  }

  async function send(method: Method, path: string, body?: object): Promise<Answer | Silence> {
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

  async function attempt(method: Method, path: string, body?: object): Promise<Answer | Silence> {
    const first = await send(method, path, body)
    return !('silent' in first) && first.status === 401 ? send(method, path, body) : first
  }

  return {
    timing,
    attempt,
    call: async (method, path, body) => (await repeat<never>(() => attempt(method, path, body), timing)) as Answer,
  }
}

export const pathOf = (kind: Kind, id?: string): string =>
  id === undefined ? PATHS[kind] : `${PATHS[kind]}/${encodeURIComponent(id)}`

/** What Google has under this id, or null. */
export async function readResource(api: GoogleApi, kind: Kind, id: string): Promise<Record<string, unknown> | null> {
  const answer = await api.call('GET', pathOf(kind, id))
  if (answer.status === 404) return null
  return accepted(answer).body as Record<string, unknown>
}

/** The notification quota answers 403 `quotaExceeded`; waiting a moment does not help. */
export function isQuota(answer: Answer): boolean {
  return answer.status === 403 && /quota_?exceeded/i.test(reasonOf(answer))
}

/** @throws GoogleRefused unless Google accepted the call */
export function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new GoogleRefused(answer.status, reasonOf(answer), messageOf(answer))
}
