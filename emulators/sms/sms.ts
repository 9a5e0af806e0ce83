/**
 * An SMS gateway on loopback: accepts every text and keeps it, readable on the inbox page. At its root it emulates
 * Twilio's Messages API for the product's own texts, below `/<vendor>` each vendor that an account can connect.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, sendJson } from '../exchange.ts'
import { keepState, type StateHooks } from '../google-wallet/state.ts'
import { createInboxPages } from './inbox-page.ts'
import type { Sms } from './message.ts'
import { refusalOf, type SmsTroubles } from './troubles.ts'
import { openVendorRouter } from './vendors/router.ts'
import type { VendorTrouble } from './vendors/vendor.ts'

export type SmsState = { messages: Sms[] }

export type SmsGatewayOptions = {
  /** The accepted account SID and auth token. */
  account: { login: string; password: string }
  /** Path at which a host mounts the handler; default none. */
  prefix?: string
  state?: StateHooks<SmsState>
  now?: () => Date
}

export type SmsGateway = {
  /** Mount before any body parser. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
  /** Newest first; all, or those to one number. */
  list(to?: string): Sms[]
  clear(): void
  setTroubles(troubles: Partial<SmsTroubles>): void
  /** How the vendors answer: every call, or the next `times`; null ends it. */
  setVendorTrouble(trouble: VendorTrouble | null, times?: number): void
  /** Number of calls, the refused ones included. */
  calls(): number
  close(): Promise<void>
}

const KEPT_MAX = 500
const BODY_MAX = 64 * 1024
const QUIET: SmsTroubles = {
  badNumber: false,
  auth: false,
  noFunds: false,
  throttled: 0,
  status500: false,
  hang: false,
  brokenJson: false,
  lostAnswer: false,
}

export async function createSmsGateway(options: SmsGatewayOptions): Promise<SmsGateway> {
  const { account, prefix = '', now = () => new Date() } = options
  const state: SmsState = (await options.state?.load()) ?? { messages: [] }
  const kept = keepState(state, options.state)
  const wanted = `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}`
  let troubles = QUIET
  let calls = 0

  const list = (to?: string) => (to === undefined ? state.messages : state.messages.filter((one) => one.to === to))
  const clear = () => {
    state.messages = []
    kept.changed()
  }
  const keep = (sms: Omit<Sms, 'id' | 'at'>): Sms => {
    const taken = { id: randomUUID(), at: now().toISOString(), ...sms }
    state.messages = [taken, ...state.messages].slice(0, KEPT_MAX)
    kept.changed()
    return taken
  }
  const router = openVendorRouter(keep, list)
  const pages = createInboxPages({ prefix, list, clear })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls++
    const form = new URLSearchParams(await bodyOf(request, BODY_MAX))
    if (troubles.hang) return
    const isKnown = request.headers.authorization === wanted && !troubles.auth
    const refusal = refusalOf(form, isKnown, troubles)
    if (troubles.throttled > 0) troubles = { ...troubles, throttled: troubles.throttled - 1 }
    if (refusal) {
      const more_info = `https://www.twilio.com/docs/errors/${refusal.code}`
      return sendJson(response, refusal.status, { ...refusal, more_info })
    }
    const sms = {
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      text: form.get('Body') ?? '',
    }
    keep(sms)
    if (troubles.lostAnswer) return void response.destroy()
    if (troubles.brokenJson)
      return void response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM')
    sendJson(response, 201, sentMessage(account.login, sms, now()))
  }

  return {
    handler(request, response) {
      const path = new URL(request.url ?? '/', 'http://sms').pathname.slice(prefix.length)
      const [, sid] = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/.exec(path) ?? []
      if (sid === undefined)
        return router.take(request, response, path, () => bodyOf(request, BODY_MAX))
          ? undefined
          : pages(request, response)
      if (request.method !== 'POST')
        return sendJson(response, 405, { code: 20004, message: 'Method not allowed', status: 405 })
      if (sid !== account.login) return sendJson(response, 401, { code: 20003, message: 'Authenticate', status: 401 })
      take(request, response).catch(() => void response.destroy())
    },
    list,
    clear,
    setTroubles: (wantedTroubles) => {
      troubles = { ...troubles, ...wantedTroubles }
    },
    setVendorTrouble: router.setTrouble,
    calls: () => calls,
    close: () => kept.flush(),
  }
}

/** Twilio's representation of a message that it has just accepted. */
function sentMessage(accountSid: string, { to, from, text }: Pick<Sms, 'to' | 'from' | 'text'>, at: Date) {
  return {
    sid: `SM${randomBytes(16).toString('hex')}`,
    account_sid: accountSid,
    to,
    from,
    body: text,
    status: 'queued',
    direction: 'outbound-api',
    num_segments: '1',
    price: null,
    error_code: null,
    error_message: null,
    date_created: at.toUTCString(),
    api_version: '2010-04-01',
  }
}
