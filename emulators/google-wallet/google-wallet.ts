/**
 * Google Wallet on loopback: token endpoint, REST resources, save page, signed callbacks, and the phone's own view.
 * Product code gets its addresses and keys and cannot tell it from Google.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isAccount, signedInAccount } from './accounts.ts'
import { GoogleError, sendFile, sendGoogleError, sendJson } from './answers.ts'
import { openApi, type SeenRequest, type Troubles } from './api.ts'
import { rootKeys } from './callbacks.ts'
import { openHeldCards } from './held-cards.ts'
import { decodePart } from './path-part.ts'
import { openStreams, sendCards } from './phone.ts'
import { answerSaveLink } from './save-link.ts'
import { cardColours } from './save-page.ts'
import { emptyState, keepState, type GoogleWalletState, type StateHooks } from './state.ts'
import type { KnownAccount } from './token.ts'

export type GoogleWalletOptions = {
  /** Address at which browsers and the product reach the emulator, prefix included, without a trailing slash. */
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

export type GoogleWalletEmulator = {
  /** Mount before any body parser. */
  handler: (req: IncomingMessage, res: ServerResponse) => void
  setTroubles(troubles: Partial<Troubles>): void
  /** The last 5 000 calls of the token and REST endpoints; status 0 is an answer lost on purpose. */
  requests(): readonly SeenRequest[]
  /** How many calls have arrived, answered or not. */
  calls(): number
  snapshot(): GoogleWalletState
  /** Every access token stops working, as when Google ends them early. */
  forgetTokens(): void
  addCard(account: string, objectId: string): void
  /** A service account that somebody has made in Google's console. */
  addAccount(account: KnownAccount): void
  removeCard(account: string, objectId: string): boolean
  /** Copies a card under other ids, each in a wallet of its own, without callbacks: for tests with thousands. */
  copyCard(objectId: string, copies: readonly string[]): void
  /** Saves the state and resolves when pending callbacks are delivered or given up. */
  close(): Promise<void>
}

const STYLE = readFileSync(new URL('./save-page.css', import.meta.url))

export async function createGoogleWallet(options: GoogleWalletOptions): Promise<GoogleWalletEmulator> {
  const { prefix = '', requestsPerSecond = 20, now = Date.now, returnTo, callbackRetryMs } = options
  const serviceAccounts = [...options.serviceAccounts]
  const publicUrl = options.publicUrl.replace(/\/$/, '')
  const state = (await options.state?.load()) ?? emptyState()
  const kept = keepState(state, options.state)
  const streams = openStreams(state)
  const world = { state, publicUrl, serviceAccounts, now, sendChange: streams.notify, saveSoon: kept.changed }
  const cards = openHeldCards({ ...world, callbackRetryMs })
  const api = openApi({ ...world, prefix, requestsPerSecond })

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://emulator')
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
    const method = req.method ?? 'GET'
    const [first, second, third, fourth] = path.split('/').slice(1).map(decodePart)
    if (path === '/token' || first === 'walletobjects') return api.answer(req, res, path, url.searchParams)
    if (path === '/gp/m/issuer/keys')
      return sendJson(res, 200, rootKeys(state), { 'cache-control': 'public, max-age=3600' })
    if (path === '/gp/v/save-page.css') return sendFile(res, 'text/css; charset=utf-8', STYLE)
    if (path === '/gp/v/card.css') return sendFile(res, 'text/css; charset=utf-8', cardColours(url.searchParams))
    if (first === 'gp' && third === 'save' && fourth) {
      const signedIn = signedInAccount(req.headers.cookie)
      const request = { method, token: fourth, query: url.searchParams, signedIn }
      return answerSaveLink(res, request, { ...world, returnTo, addCard: cards.add })
    }
    if (first === 'device' && isAccount(second)) {
      if (third === 'stream') return streams.listen(second, req, res)
      if (third === 'cards' && !fourth) return sendCards(res, second, state)
      if (third === 'cards' && fourth && method === 'DELETE')
        return sendJson(res, cards.remove(second, fourth) ? 200 : 404, {})
    }
    throw new GoogleError(404, 'notFound', 'Not Found')
  }

  return {
    handler: (req, res) => void answer(req, res).catch((error: unknown) => sendFailure(res, error)),
    setTroubles: api.setTroubles,
    requests: api.requests,
    calls: api.calls,
    snapshot: () => structuredClone(state),
    forgetTokens: () => {
      state.tokens = {}
    },
    addCard: cards.add,
    addAccount: (account) => void serviceAccounts.push(account),
    removeCard: cards.remove,
    copyCard: cards.copy,
    async close() {
      streams.close()
      await cards.finishCallbacks()
      await kept.flush()
    },
  }
}

function sendFailure(res: ServerResponse, error: unknown): void {
  if (res.headersSent) return void res.destroy()
  if (error instanceof GoogleError) return sendGoogleError(res, error)
  sendGoogleError(res, new GoogleError(500, 'backendError', 'Internal error encountered.'))
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
