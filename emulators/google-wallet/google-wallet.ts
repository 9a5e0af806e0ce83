/**
 * Google Wallet on loopback: token endpoint, REST resources, save page, signed callbacks, and the phone's own view.
 * Product code is given its addresses and keys and cannot tell it from Google.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GoogleError, readJson, sendFile, sendGoogleError, sendHtml, sendJson } from './answers.ts'
import { deliverCallback, rootKeys, signCallback } from './callbacks.ts'
import { cardView } from './card-view.ts'
import { openStreams, sendCards } from './phone.ts'
import { answerResource, type Kind } from './resources.ts'
import { cardColours, LinkRefused, openSaveLink, refusedPage, savePage } from './save-page.ts'
import { emptyState, keepState, type GoogleWalletState, type Resource, type StateHooks } from './state.ts'
import { grantToken, type KnownAccount } from './token.ts'

export type GoogleWalletOptions = {
  /** Address under which browsers and the product reach the emulator, prefix included, without a slash at the end. */
  publicUrl: string
  serviceAccounts: readonly KnownAccount[]
  /** Path at which a host mounts the handler, such as `/emulators/google`; default none. */
  prefix?: string
  state?: StateHooks<GoogleWalletState>
  /** Where the person goes after adding; `{account}` and `{objectId}` are filled in. */
  returnTo?: string
  requestsPerSecond?: number
  now?: () => number
  /** Pauses before each delivery of a callback. */
  callbackRetryMs?: readonly number[]
}

/**
 * Rates from 0 to 1. `lostAnswers`: so many calls are carried out but their answer never arrives.
 * `arePlacesClosed`: the issuer is one that Google has not opened places for.
 */
export type Troubles = {
  status500Rate: number
  status429Rate: number
  slowMs: number
  revoked: boolean
  lostAnswers: number
  arePlacesClosed: boolean
}
export type SeenRequest = { method: string; path: string; status: number; atMs: number }

export type GoogleWalletEmulator = {
  /** Mount before any body parser. */
  handler: (req: IncomingMessage, res: ServerResponse) => void
  setTroubles(troubles: Partial<Troubles>): void
  /** The last 5 000 calls of the token and REST endpoints; status 0 is an answer lost on purpose. */
  requests(): readonly SeenRequest[]
  /** How many have come in, answered or not. */
  calls(): number
  snapshot(): GoogleWalletState
  /** Every access token stops working, as when Google ends them early. */
  forgetTokens(): void
  addCard(account: string, objectId: string): void
  removeCard(account: string, objectId: string): boolean
  /** Saves the state and resolves when callbacks under way are delivered or given up. */
  close(): Promise<void>
}

const QUIET: Troubles = {
  status500Rate: 0,
  status429Rate: 0,
  slowMs: 0,
  revoked: false,
  lostAnswers: 0,
  arePlacesClosed: false,
}
const STYLE = readFileSync(new URL('./save-page.css', import.meta.url))
const isAccount = (name: string | null | undefined): name is string =>
  /^[\w.@-]{1,80}$/.test(name ?? '') && !((name ?? '') in Object.prototype)

export async function createGoogleWallet(options: GoogleWalletOptions): Promise<GoogleWalletEmulator> {
  const { serviceAccounts, prefix = '', requestsPerSecond = 20, now = Date.now, returnTo } = options
  const publicUrl = options.publicUrl.replace(/\/$/, '')
  const state = (await options.state?.load()) ?? emptyState()
  const kept = keepState(state, options.state)
  const streams = openStreams(state)
  const underWay = new Set<Promise<unknown>>()
  const seen: SeenRequest[] = []
  let calls = 0
  const arrivals: number[] = []
  let troubles = QUIET

  function handler(req: IncomingMessage, res: ServerResponse): void {
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent) return void res.destroy()
      if (error instanceof GoogleError) return sendGoogleError(res, error)
      sendGoogleError(res, new GoogleError(500, 'backendError', 'Internal error encountered.'))
    })
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://emulator')
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
    const method = req.method ?? 'GET'
    const [first, second, third, fourth] = path.split('/').slice(1).map(decode) as [string, ...(string | undefined)[]]
    if (path === '/token' || first === 'walletobjects') return api(req, res, method, path, url)
    if (path === '/gp/m/issuer/keys')
      return sendJson(res, 200, rootKeys(state), { 'cache-control': 'public, max-age=3600' })
    if (path === '/gp/v/save-page.css') return sendFile(res, 'text/css; charset=utf-8', STYLE)
    if (path === '/gp/v/card.css') return sendFile(res, 'text/css; charset=utf-8', cardColours(url.searchParams))
    if (first === 'gp' && third === 'save' && fourth) return save(res, method, fourth, url.searchParams)
    if (first === 'device' && isAccount(second)) {
      if (third === 'stream') return streams.listen(second, req, res)
      if (third === 'cards' && !fourth) return sendCards(res, second, state)
      if (third === 'cards' && fourth && method === 'DELETE')
        return sendJson(res, removeCard(second, fourth) ? 200 : 404, {})
    }
    throw new GoogleError(404, 'notFound', 'Not Found')
  }

  async function api(req: IncomingMessage, res: ServerResponse, method: string, path: string, url: URL): Promise<void> {
    const atMs = now()
    calls++
    res.on('finish', () => {
      seen.push({ method, path, status: res.statusCode, atMs })
      if (seen.length > 5_000) seen.shift()
    })
    if (troubles.slowMs > 0) await new Promise((done) => setTimeout(done, troubles.slowMs))
    if (Math.random() < troubles.status500Rate)
      throw new GoogleError(503, 'backendError', 'The service is currently unavailable.')
    if (path === '/token') {
      if (troubles.revoked)
        return sendJson(res, 400, { error: 'invalid_grant', error_description: 'Invalid grant: account not found' })
      await grantToken(
        req,
        res,
        state,
        serviceAccounts,
        [`${publicUrl}/token`, `http://${req.headers.host ?? ''}${prefix}/token`],
        now(),
      )
      return kept.changed()
    }
    while (arrivals.length > 0 && atMs - (arrivals[0] as number) >= 1000) arrivals.shift()
    if (arrivals.length >= requestsPerSecond || Math.random() < troubles.status429Rate) {
      throw new GoogleError(429, 'rateLimitExceeded', 'Rate Limit Exceeded')
    }
    arrivals.push(atMs)
    const account = accountOf(req)
    const [, kind, id, verb] =
      /^\/walletobjects\/v1\/(loyaltyClass|loyaltyObject)(?:\/([^/]+))?(?:\/(addMessage))?$/.exec(path) ?? []
    if (!kind) throw new GoogleError(404, 'notFound', 'Not Found')
    const body = method === 'GET' ? {} : await readJson(req)
    if (troubles.arePlacesClosed && 'merchantLocations' in body && body['merchantLocations'] !== null) {
      throw new GoogleError(
        400,
        'invalidResource',
        'Issuer not allowlisted for Merchant Locations. Please contact support.',
      )
    }
    const call = {
      kind: kind as Kind,
      id: id === undefined ? null : decode(id),
      verb: verb ?? '',
      method,
      query: url.searchParams,
      body,
    }
    const result = answerResource(call, {
      state,
      nowMs: now(),
      issuerIds: account.issuerIds,
      tell: (change) => streams.tell(change),
    })
    if (method !== 'GET') kept.changed()
    if (troubles.lostAnswers > 0) {
      troubles = { ...troubles, lostAnswers: troubles.lostAnswers - 1 }
      seen.push({ method, path, status: 0, atMs })
      return void res.destroy()
    }
    sendJson(res, 200, result)
  }

  function accountOf(req: IncomingMessage): KnownAccount {
    const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
    const granted = Object.hasOwn(state.tokens, token) ? state.tokens[token] : undefined
    const account = serviceAccounts.find(({ clientEmail }) => clientEmail === granted?.clientEmail)
    if (!granted || !account || granted.untilMs < now() || troubles.revoked) {
      throw new GoogleError(401, 'authError', 'Request had invalid authentication credentials.')
    }
    return account
  }

  async function save(res: ServerResponse, method: string, token: string, query: URLSearchParams): Promise<void> {
    // A path, not an address: the browser may know this host by another name, and the policy allows only its own
    // origin.
    const assets = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/gp/v`
    const asked = query.get('account')
    const account = isAccount(asked) ? asked : 'phone'
    try {
      const object = await openSaveLink(token, state, serviceAccounts, now())
      const back = returnAddress(query.get('returnTo') ?? returnTo, account, object.id)
      if (method === 'POST') addCard(account, object.id)
      if (method === 'POST' && back)
        return void res.writeHead(303, { location: back, 'cache-control': 'no-store' }).end()
      const view = cardView(state.classes[String(object['classId'])] as Resource, object)
      const isSaved = state.devices[account]?.[object.id] !== undefined
      const carried = new URLSearchParams({
        account,
        ...(query.get('returnTo') ? { returnTo: query.get('returnTo') as string } : {}),
      })
      sendHtml(
        res,
        200,
        savePage({ view, action: `?${carried.toString()}`, assets, isSaved, account, walletUrl: back }),
      )
    } catch (error) {
      if (!(error instanceof LinkRefused) && !(error instanceof GoogleError)) throw error
      sendHtml(res, 400, refusedPage(error.message, assets))
    }
  }

  /** Only addresses on our own origin, so that the page is no open redirect. */
  function returnAddress(template: string | undefined, account: string, objectId: string): string | null {
    if (!template) return null
    const filled = template
      .replaceAll('{account}', encodeURIComponent(account))
      .replaceAll('{objectId}', encodeURIComponent(objectId))
    const target = URL.canParse(filled, publicUrl) ? new URL(filled, publicUrl) : null
    return target?.origin === new URL(publicUrl).origin ? target.pathname + target.search + target.hash : null
  }

  function addCard(account: string, objectId: string): void {
    const object = state.objects[objectId]
    const cards = (state.devices[account] ??= {})
    if (!object || cards[objectId] !== undefined) return
    cards[objectId] = now()
    object['hasUsers'] = true
    streams.tell({ type: 'changed', objectId, notify: false })
    callBack(object, 'save')
    kept.changed()
  }

  function removeCard(account: string, objectId: string): boolean {
    const cards = state.devices[account]
    const object = state.objects[objectId]
    if (!object || cards?.[objectId] === undefined) return false
    delete cards[objectId]
    object['hasUsers'] = Object.values(state.devices).some((held) => held[objectId] !== undefined)
    streams.tell({ type: 'changed', objectId, notify: false }, account)
    callBack(object, 'del')
    kept.changed()
    return true
  }

  function callBack(object: Resource, eventType: 'save' | 'del'): void {
    const classId = String(object['classId'])
    const url = (state.classes[classId]?.['callbackOptions'] as { url?: string } | undefined)?.url
    if (!url) return
    const delivery = deliverCallback(
      url,
      signCallback({ classId, objectId: object.id, eventType }, state, now()),
      options.callbackRetryMs,
    )
    underWay.add(delivery)
    void delivery.finally(() => underWay.delete(delivery))
  }

  return {
    handler,
    setTroubles: (wanted) => {
      troubles = { ...troubles, ...wanted }
    },
    requests: () => seen,
    calls: () => calls,
    snapshot: () => structuredClone(state),
    forgetTokens: () => {
      state.tokens = {}
    },
    addCard,
    removeCard,
    async close() {
      streams.close()
      await Promise.all(underWay)
      await kept.flush()
    },
  }
}

/** The emulator on its own port of loopback. @returns with `port` and `url`, the address it is reached at */
export async function startGoogleWallet(
  options: Omit<GoogleWalletOptions, 'publicUrl'> & { port?: number; publicUrl?: string },
) {
  const waiting: { handler: GoogleWalletEmulator['handler'] | null } = { handler: null }
  const server = createServer((req, res) => (waiting.handler ? waiting.handler(req, res) : res.writeHead(503).end()))
  await new Promise<void>((done, fail) => server.once('error', fail).listen(options.port ?? 0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = options.publicUrl ?? `http://127.0.0.1:${port}${options.prefix ?? ''}`
  const emulator = await createGoogleWallet({ ...options, publicUrl: url })
  waiting.handler = emulator.handler
  return {
    ...emulator,
    port,
    url,
    async close() {
      await emulator.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
