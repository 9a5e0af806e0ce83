/**
 * The tokens of a connection by consent. A refresh token that rotates is used once: of all processes one claims it,
 * asks without an open transaction, and stores what arrived; the others wait for that (decision 085).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Application, Tokens, TokenSource } from '../../engines/crm/access.ts'
import type { Connector, Settings } from '../../engines/crm/connector.ts'
import type { CrmHttp } from '../../engines/crm/crm-http.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import { inVerb } from './exchanges.ts'
import * as sql from './tokens-sql.ts'

/** Other tokens are asked for so long before the old ones end. */
const EARLY_MS = 60_000
/** Longer than one request may take; a killed process holds up the others no longer. */
const CLAIM_MS = 30_000
const LOOK_MS = 100

export const placeOf = ({ server = '' }: Settings): string => server

const sealPlace = (cabinetId: number, id: string) => ({ cabinetId, table: 'crm_tokens', column: 'sealed', row: id })

type Pair = Pick<Tokens, 'access' | 'refresh'>
const openPair = (app: App, row: sql.StoredTokens): Pair =>
  JSON.parse(app.keys.open(row.sealed, sealPlace(row.cabinet_id, row.id)).toString()) as Pair

const columnsOf = (app: App, cabinetId: number, id: string, { access, refresh, expiresInSeconds }: Tokens) => ({
  sealed: app.keys.seal(JSON.stringify({ access, refresh } satisfies Pair), sealPlace(cabinetId, id)),
  expires_at: expiresInSeconds === null ? null : new Date(app.clock.now().getTime() + expiresInSeconds * 1000),
})

/** Of a new consent. */
export function keepTokens(
  app: App,
  db: CabinetDb,
  { type, settings, tokens }: { type: string; settings: Settings; tokens: Tokens },
): Promise<void> {
  const id = crypto.randomUUID()
  return sql.replaceTokens(db, { id, type, place: placeOf(settings), ...columnsOf(app, db.cabinetId, id, tokens) })
}

/** The application of the owner, or else of the operator. */
export function applicationOf(app: App, connector: Connector, settings: Settings): Application | null {
  const { clientId = '', clientSecret = '' } = settings
  if (clientId !== '' && clientSecret !== '') return { clientId, clientSecret }
  return app.env.crmApplications[connector.name] ?? null
}

/** What was just given, before it is stored. */
export const freshTokens = (tokens: Tokens): TokenSource => ({
  access: () => Promise.resolve(tokens.access),
  renew: () => Promise.reject(new Misconfigured('connect_anew', 'consent')),
})

type Of = { cabinetId: number; connector: Connector; settings: Settings; http: CrmHttp }

export function storedTokens(app: App, { cabinetId, connector, settings, http }: Of): TokenSource {
  const find = () => openForWork(app, cabinetId, sql.findTokens)

  /** @throws Misconfigured */
  async function expectTokens(): Promise<sql.StoredTokens> {
    const row = await find()
    if (row?.type !== connector.name || row.place !== placeOf(settings))
      throw new Misconfigured('wrong_login', 'password')
    if (row.ended_at !== null) throw new Misconfigured('connect_anew', 'consent')
    return row
  }
  const msLeft = ({ expires_at }: sql.StoredTokens) =>
    expires_at === null ? Infinity : expires_at.getTime() - app.clock.now().getTime()

  async function ask(row: sql.StoredTokens): Promise<Tokens> {
    const application = applicationOf(app, connector, settings)
    const { refresh } = openPair(app, row)
    if (!connector.access || !application || refresh === '') throw new Misconfigured('connect_anew', 'consent')
    const { access } = connector
    const tokens = await inVerb('renewTokens', () => access.refresh({ settings, application, http }, refresh))
    // A vendor that gives no other refresh token lets the old one be used again.
    return tokens.refresh === '' ? { ...tokens, refresh } : tokens
  }

  /** @throws Misconfigured, Unreachable */
  async function renewed(row: sql.StoredTokens): Promise<sql.StoredTokens> {
    const claim = crypto.randomUUID()
    if (!(await openForWork(app, cabinetId, (db) => sql.claimTokens(db, row, claim, CLAIM_MS)))) return waitFor(row)
    try {
      const tokens = await ask(row)
      await openForWork(app, cabinetId, (db) => sql.renewTokens(db, row, columnsOf(app, cabinetId, row.id, tokens)))
    } catch (error) {
      const isOver = error instanceof Misconfigured && error.fault === 'connect_anew'
      const isMine = await openForWork(app, cabinetId, (db) =>
        sql.endClaim(db, row, claim, isOver ? app.clock.now() : null),
      )
      // The process that had this claim before was only slow, and has other tokens by now.
      if (!isOver || isMine) throw error
    }
    return expectTokens()
  }

  /** Somebody else gets other tokens: they are there soon, or the claim ends. */
  async function waitFor(row: sql.StoredTokens): Promise<sql.StoredTokens> {
    for (let waitedMs = 0; waitedMs <= CLAIM_MS; waitedMs += LOOK_MS) {
      await sleep(LOOK_MS)
      const now = await expectTokens()
      if (now.generation !== row.generation || now.id !== row.id) return now
      if (now.claim === null) break
    }
    throw new Unreachable('down', { detail: 'no other tokens yet' })
  }

  return {
    async access() {
      const row = await expectTokens()
      if (msLeft(row) > EARLY_MS) return openPair(app, row).access
      try {
        return openPair(app, await renewed(row)).access
      } catch (error) {
        // The old one does until it ends.
        if (error instanceof Unreachable && msLeft(row) > 0) return openPair(app, row).access
        throw error
      }
    },
    async renew(refused) {
      const row = await expectTokens()
      const { access } = openPair(app, row)
      return access === refused ? openPair(app, await renewed(row)).access : access
    },
  }
}

/** Access and refresh token as they are, for a farewell. */
export async function copyTokens(app: App, db: CabinetDb): Promise<Tokens | null> {
  const row = await sql.findTokens(db)
  if (!row) return null
  const left = row.expires_at === null ? null : (row.expires_at.getTime() - app.clock.now().getTime()) / 1000
  return { ...openPair(app, row), expiresInSeconds: left }
}
