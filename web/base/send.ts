/** The only way to the server: sends any call of the contract and throws one kind of error. */
import i18next from 'i18next'
import type { Binary } from '../../contract/binary.ts'
import type { Call, ReplyOf, SendInputOf } from '../../contract/call.ts'
import { FRESH_HEADER, REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { sawAnswer, sawNoConnection } from './connection.ts'
import { askForOffer } from './offer-gate.ts'
import { NO_ANSWER, NO_CONNECTION, Refused } from './refused.ts'
import { endSession, sessionToken } from './session.ts'
import { language } from './words.ts'

/** For so long what has changed is not read from a copy of the database that lacks it. */
const FRESH_MS = 10_000
let freshUntilMs = 0

/** Reads that follow are answered by the database itself: something has changed, perhaps by no call of this browser. */
export function wantFresh(): void {
  freshUntilMs = Date.now() + FRESH_MS
}

type Input = { params?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown; file?: Blob }
/** The input may be left out when the call needs none. */
export type SendArgs<C> =
  {} extends SendInputOf<C>
    ? [input?: SendInputOf<C>, signal?: AbortSignal]
    : [input: SendInputOf<C>, signal?: AbortSignal]

/** Address of a call: the contract's path with its parameters and query. Empty values are left out. */
export function addressOf(path: string, input: Pick<Input, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return `/api${filled}${query.size > 0 ? `?${query}` : ''}`
}

function bodyOf(one: Call, input: Input, headers: Headers): BodyInit | undefined {
  if (one.upload) {
    const form = new FormData()
    for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined && value !== null) form.append(name, String(value))
    }
    if (input.file) form.append(one.upload.field, input.file)
    return form
  }
  if (input.body === undefined) return undefined
  headers.set('content-type', 'application/json')
  return JSON.stringify(input.body)
}

async function refusalOf(one: Call, response: Response): Promise<Refused> {
  const answer = (await response.json().catch(() => null)) as {
    error?: ConstructorParameters<typeof Refused>[1]
  } | null
  const error = answer?.error?.code
    ? answer.error
    : { code: 'server_error', message: i18next.t('refusals.codes.server_error') }
  if (error.code !== 'server_error') return new Refused(response.status, error)
  // Without its own words, a failed call shows the general sentence.
  const failed = await import('./could-not.ts').then((file) => file.couldNot(one)).catch(() => null)
  return new Refused(response.status, failed ? { ...error, message: failed.message, clientCode: failed.code } : error)
}

async function binaryOf(response: Response): Promise<Binary> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? 'application/octet-stream',
    name: decodeURIComponent(name),
  }
}

/**
 * Sends a call and returns its reply: `{ data, meta }` of a page, otherwise only the data.
 * @throws {Refused} whatever goes wrong; an abort by `signal` is rethrown as it is
 */
export async function send<C extends Call>(one: C, ...[input, signal]: SendArgs<C>): Promise<ReplyOf<C>> {
  const given = (input ?? {}) as unknown as Input
  const token = one.who === 'nobody' ? null : sessionToken()
  const headers = new Headers({ accept: 'application/json', 'x-locale': language() })
  if (Date.now() < freshUntilMs) headers.set(FRESH_HEADER, '1')
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(addressOf(one.path, given), {
      method: one.method,
      headers,
      body: bodyOf(one, given, headers) ?? null,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    sawAnswer()
    if (!response.ok) throw await refusalOf(one, response)
    if (!response.headers.get('content-type')?.includes('json'))
      return (await binaryOf(response)) as unknown as ReplyOf<C>
    const answer = (await response.json()) as { data: unknown; meta?: unknown }
    return (one.paged ? answer : answer.data) as ReplyOf<C>
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof Refused) {
      if (error.code === 'unauthorized' && token !== null && token === sessionToken()) endSession('refused')
      if (error.code === 'offer_not_accepted') askForOffer()
      throw error
    }
    if (timeout.aborted) throw new Refused(0, { code: NO_ANSWER, message: i18next.t('common.faults.noAnswer') })
    sawNoConnection()
    throw new Refused(0, { code: NO_CONNECTION, message: i18next.t('common.faults.noConnection') })
  }
}
