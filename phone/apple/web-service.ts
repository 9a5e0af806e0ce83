/**
 * The phone's side of Apple's protocol for updating passes.
 * Source: Apple, "PassKit Web Service Reference" and walletpasses/adding-a-web-service-to-update-passes (read 2026-11).
 */
import { type PhoneLog, shortPath } from '../log.ts'

export type ServedPass = { webServiceUrl: string; passType: string; serial: string; token: string }
export type Fetched =
  | { bytes: Uint8Array<ArrayBuffer>; lastModified: string | null }
  | 'not_modified'
  | 'gone'
  | 'failed'
export type Listed = { lastUpdated: string; serialNumbers: string[] } | 'nothing' | 'unknown_device' | 'failed'

export type WebService = {
  register(pass: ServedPass, pushToken: string): Promise<boolean>
  unregister(pass: ServedPass): Promise<void>
  listChanged(pass: Omit<ServedPass, 'serial' | 'token'>, tag: string | null): Promise<Listed>
  fetchPass(pass: ServedPass, lastModified: string | null): Promise<Fetched>
  report(webServiceUrl: string, sentence: string): Promise<void>
}

const OK = [200]

/** @param reach turns an address of the server into one that this page can call */
export function openWebService(deviceId: string, log: PhoneLog, reach: (url: string) => string): WebService {
  /** @param rest the path after `/v1/` @param good statuses that the log shows as done */
  async function send(
    word: string,
    webServiceUrl: string,
    rest: string,
    init: RequestInit,
    good: readonly number[] = OK,
  ): Promise<Response | null> {
    const url = `${reach(webServiceUrl).replace(/\/+$/, '')}/v1/${rest}`
    const request = `${init.method ?? 'GET'} ${shortPath(url)}`
    try {
      const response = await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' })
      log.write({ outcome: good.includes(response.status) ? 'done' : 'failed', word, request, status: response.status })
      return response
    } catch {
      log.write({ outcome: 'failed', word: 'log.no_answer', request })
      return null
    }
  }
  const registrations = (...rest: string[]) => pathOf('devices', deviceId, 'registrations', ...rest)

  return {
    async register(pass, pushToken) {
      const init = post({ pushToken }, authorization(pass))
      const path = registrations(pass.passType, pass.serial)
      return (await send('log.register', pass.webServiceUrl, path, init, [200, 201]))?.ok ?? false
    },
    async unregister(pass) {
      const init = { method: 'DELETE', headers: authorization(pass) }
      await send('log.unregister', pass.webServiceUrl, registrations(pass.passType, pass.serial), init)
    },
    async listChanged(pass, tag) {
      const query = tag === null ? '' : `?passesUpdatedSince=${encodeURIComponent(tag)}`
      const path = registrations(pass.passType) + query
      return listedIn(await send('log.list', pass.webServiceUrl, path, {}, [200, 204]))
    },
    async fetchPass(pass, lastModified) {
      const headers = {
        ...authorization(pass),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      }
      const path = pathOf('passes', pass.passType, pass.serial)
      return fetchedIn(await send('log.fetch', pass.webServiceUrl, path, { headers }, [200, 304]))
    },
    async report(webServiceUrl, sentence) {
      await send('log.report', webServiceUrl, 'log', post({ logs: [sentence] }))
    },
  }
}

const pathOf = (...parts: string[]) => parts.map(encodeURIComponent).join('/')
const authorization = (pass: ServedPass) => ({ authorization: `ApplePass ${pass.token}` })
const post = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function listedIn(response: Response | null): Promise<Listed> {
  if (response?.status === 204) return 'nothing'
  if (response?.status === 404) return 'unknown_device'
  if (response?.status !== 200) return 'failed'
  const answer = (await response.json().catch(() => null)) as { lastUpdated?: unknown; serialNumbers?: unknown } | null
  // A phone that gets the tag as a number lists but never fetches: developer.apple.com/forums/thread/694992.
  if (typeof answer?.lastUpdated !== 'string' || !Array.isArray(answer.serialNumbers)) return 'failed'
  return { lastUpdated: answer.lastUpdated, serialNumbers: answer.serialNumbers.map(String) }
}

async function fetchedIn(response: Response | null): Promise<Fetched> {
  if (response?.status === 304) return 'not_modified'
  if (response?.status === 410 || response?.status === 404) return 'gone'
  if (response?.status !== 200) return 'failed'
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    lastModified: response.headers.get('last-modified'),
  }
}
