/**
 * Google's token endpoint and REST resources, with their rate limit, their authorization and the troubles switched on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GoogleError, readJson, sendJson } from './answers.ts'
import { decodePart } from './path-part.ts'
import { refuseUnknownFields } from './published-fields.ts'
import { answerResource, type CardChange, type Kind, type ResourceCall } from './resources.ts'
import type { GoogleWalletState } from './state.ts'
import { grantToken, type KnownAccount } from './token.ts'

/**
 * Rates from 0 to 1. `lostAnswers`: this many calls are carried out but their answer never arrives.
 * `arePlacesClosed`: the issuer is one that Google has not opened places for. `lostIssuerId`: the account may no longer
 * act for this issuer; empty: for none that it could.
 */
export type Troubles = {
  status500Rate: number
  status429Rate: number
  slowMs: number
  revoked: boolean
  lostAnswers: number
  arePlacesClosed: boolean
  lostIssuerId: string
  /** How the platform judges a class that is sent: approved at once, as it does, or not. */
  review: 'APPROVED' | 'UNDER_REVIEW' | 'REJECTED'
}
export type SeenRequest = { method: string; path: string; status: number; atMs: number }

type ApiWorld = {
  state: GoogleWalletState
  publicUrl: string
  prefix: string
  serviceAccounts: readonly KnownAccount[]
  requestsPerSecond: number
  now: () => number
  sendChange(change: CardChange): void
  saveSoon(): void
}

const QUIET: Troubles = {
  status500Rate: 0,
  status429Rate: 0,
  slowMs: 0,
  revoked: false,
  lostAnswers: 0,
  arePlacesClosed: false,
  lostIssuerId: '',
  review: 'APPROVED',
}
const REQUESTS_KEPT = 5_000
const ISSUER = /^\/walletobjects\/v1\/(issuer|permissions)\/(\d+)$/
const RESOURCE = /^\/walletobjects\/v1\/(loyaltyClass|loyaltyObject)(?:\/([^/]+))?(?:\/(addMessage))?$/

export function openApi(world: ApiWorld) {
  const { state, serviceAccounts, requestsPerSecond, now } = world
  const seen: SeenRequest[] = []
  const arrivals: number[] = []
  let calls = 0
  let troubles = QUIET

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> {
    const method = req.method ?? 'GET'
    const atMs = now()
    calls++
    res.on('finish', () => {
      seen.push({ method, path, status: res.statusCode, atMs })
      if (seen.length > REQUESTS_KEPT) seen.shift()
    })
    if (troubles.slowMs > 0) await new Promise((done) => setTimeout(done, troubles.slowMs))
    if (Math.random() < troubles.status500Rate)
      throw new GoogleError(503, 'backendError', 'The service is currently unavailable.')
    if (path === '/token') return answerToken(req, res)
    keepPace(atMs)
    const account = accountOf(req)
    const asked = ISSUER.exec(path)
    if (asked && method === 'GET')
      return sendJson(res, 200, issuerFacts(account, asked[1] ?? '', asked[2] ?? '', troubles.lostIssuerId))
    const { issuerIds } = account
    const call = await readCall(req, method, path, query)
    refuseUnknownFields(schemaOf(call), call.body)
    if (troubles.arePlacesClosed) refusePlaces(call.body)
    const { lostIssuerId, review } = troubles
    const result = answerResource(call, {
      state,
      nowMs: now(),
      issuerIds,
      lostIssuerId,
      review,
      notify: world.sendChange,
    })
    if (method !== 'GET') world.saveSoon()
    if (troubles.lostAnswers > 0) {
      troubles = { ...troubles, lostAnswers: troubles.lostAnswers - 1 }
      seen.push({ method, path, status: 0, atMs })
      return void res.destroy()
    }
    sendJson(res, 200, result)
  }

  async function answerToken(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (troubles.revoked)
      return sendJson(res, 400, { error: 'invalid_grant', error_description: 'Invalid grant: account not found' })
    const audiences = [`${world.publicUrl}/token`, `http://${req.headers.host ?? ''}${world.prefix}/token`]
    await grantToken(req, res, state, serviceAccounts, audiences, now())
    world.saveSoon()
  }

  function keepPace(atMs: number): void {
    while (arrivals.length > 0 && atMs - (arrivals[0] as number) >= 1000) arrivals.shift()
    if (arrivals.length >= requestsPerSecond || Math.random() < troubles.status429Rate)
      throw new GoogleError(429, 'rateLimitExceeded', 'Rate Limit Exceeded')
    arrivals.push(atMs)
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

  return {
    answer,
    setTroubles: (wanted: Partial<Troubles>): void => {
      troubles = { ...troubles, ...wanted }
    },
    requests: (): readonly SeenRequest[] => seen,
    calls: () => calls,
  }
}

async function readCall(
  req: IncomingMessage,
  method: string,
  path: string,
  query: URLSearchParams,
): Promise<ResourceCall> {
  const [, kind, id, verb] = RESOURCE.exec(path) ?? []
  if (!kind) throw new GoogleError(404, 'notFound', 'Not Found')
  const body = method === 'GET' ? {} : await readJson(req)
  return { kind: kind as Kind, id: id === undefined ? null : decodePart(id), verb: verb ?? '', method, query, body }
}

function schemaOf({ kind, verb }: ResourceCall): string {
  if (verb !== '') return 'AddMessageRequest'
  return kind === 'loyaltyClass' ? 'LoyaltyClass' : 'LoyaltyObject'
}

function refusePlaces(body: Record<string, unknown>): void {
  if (!('merchantLocations' in body) || body['merchantLocations'] === null) return
  throw new GoogleError(
    400,
    'invalidResource',
    'Issuer not allowlisted for Merchant Locations. Please contact support.',
  )
}

/** The resources `issuer` and `permissions`, for accounts that are users of the issuer. */
function issuerFacts(account: KnownAccount, kind: string, issuerId: string, lostIssuerId: string): unknown {
  if (issuerId === lostIssuerId || (account.issuerIds && !account.issuerIds.includes(issuerId)))
    throw new GoogleError(403, 'permissionDenied', 'Permission denied: the account is not a user of this issuer.')
  if (kind === 'issuer') return { issuerId, name: account.issuerName ?? 'Emulated issuer' }
  const users = [
    { emailAddress: account.clientEmail, role: 'WRITER' },
    ...(account.owners ?? []).map((emailAddress) => ({ emailAddress, role: 'OWNER' })),
  ]
  return { issuerId, permissions: users }
}
