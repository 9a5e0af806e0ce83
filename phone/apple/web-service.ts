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

/** @param reach turns an address of the server into one that this page can call */
export function openWebService(deviceId: string, log: PhoneLog, reach: (url: string) => string): WebService {
  const path = (...parts: string[]) => parts.map(encodeURIComponent).join('/')
  const base = (url: string) => reach(url).replace(/\/+$/, '')

  async function ask(
    word: string,
    base: string,
    rest: string,
    init: RequestInit,
    isGood: (status: number) => boolean,
  ): Promise<Response | null> {
    const url = `${base}/v1/${rest}`
    const request = `${init.method ?? 'GET'} ${shortPath(url)}`
    try {
      const response = await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' })
      log.write({ outcome: isGood(response.status) ? 'done' : 'failed', word, request, status: response.status })
      return response
    } catch {
      log.write({ outcome: 'failed', word: 'log.no_answer', request })
      return null
    }
  }
  const authorization = (pass: ServedPass) => ({ authorization: `ApplePass ${pass.token}` })
  const registration = (pass: ServedPass) => path('devices', deviceId, 'registrations', pass.passType, pass.serial)

  return {
    async register(pass, pushToken) {
      const headers = { ...authorization(pass), 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ pushToken }) }
      const response = await ask(
        'log.register',
        base(pass.webServiceUrl),
        registration(pass),
        init,
        (status) => status === 200 || status === 201,
      )
      return response?.ok ?? false
    },
    async unregister(pass) {
      await ask(
        'log.unregister',
        base(pass.webServiceUrl),
        registration(pass),
        { method: 'DELETE', headers: authorization(pass) },
        (status) => status === 200,
      )
    },
    async listChanged(pass, tag) {
      const query = tag === null ? '' : `?passesUpdatedSince=${encodeURIComponent(tag)}`
      const rest = path('devices', deviceId, 'registrations', pass.passType) + query
      const response = await ask(
        'log.list',
        base(pass.webServiceUrl),
        rest,
        {},
        (status) => status === 200 || status === 204,
      )
      if (response?.status === 204) return 'nothing'
      if (response?.status === 404) return 'unknown_device'
      if (response?.status !== 200) return 'failed'
      const answer = (await response.json().catch(() => null)) as {
        lastUpdated?: unknown
        serialNumbers?: unknown
      } | null
      // A phone that gets the tag as a number lists but never fetches: developer.apple.com/forums/thread/694992.
      if (typeof answer?.lastUpdated !== 'string' || !Array.isArray(answer.serialNumbers)) return 'failed'
      return { lastUpdated: answer.lastUpdated, serialNumbers: answer.serialNumbers.map(String) }
    },
    async fetchPass(pass, lastModified) {
      const headers = {
        ...authorization(pass),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      }
      const rest = path('passes', pass.passType, pass.serial)
      const response = await ask(
        'log.fetch',
        base(pass.webServiceUrl),
        rest,
        { headers },
        (status) => status === 200 || status === 304,
      )
      if (response?.status === 304) return 'not_modified'
      if (response?.status === 410 || response?.status === 404) return 'gone'
      if (response?.status !== 200) return 'failed'
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        lastModified: response.headers.get('last-modified'),
      }
    },
    async report(webServiceUrl, sentence) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logs: [sentence] }),
      }
      await ask('log.report', base(webServiceUrl), 'log', init, (status) => status === 200)
    },
  }
}
