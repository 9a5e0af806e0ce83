/** How the CRM is reached: settings with their secrets, stored sealed, and the checks that prove them right. */
import {
  type CheckStep,
  integration as contract,
  receivesFrom,
  sendsTo,
} from '../../../contract/business/integration.ts'
import type { SyncFlags } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import { faultsOf } from '../../base/fields.ts'
import type { App } from '../../base/app.ts'
import { readAddress } from '../../base/outbound/address.ts'
import { readFingerprint } from '../../base/outbound/pinned.ts'
import { type FieldFault, Refusal, refusals } from '../../base/refusal.ts'
import { fit } from '../../base/shape.ts'
import { sharedPace } from '../../base/shared-pace.ts'
import { eachCabinet } from '../../platform/cabinets/cabinets.ts'
import type { Answered, TokenSource } from '../../engines/crm/access.ts'
import type { Category, Choices, Connector, Settings, Verbs } from '../../engines/crm/connector.ts'
import { abilitiesOf, connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import { paceKey } from '../../engines/crm/pace.ts'
import { type CrmHttp, openCrmHttp, TOTAL_MS } from '../../engines/crm/crm-http.ts'
import type { Crm } from './held.ts'
import { askingAgain } from './ask-again.ts'
import { openClientIndex } from './client-index.ts'
import type { Place } from './links-sql.ts'
import { inVerb, noteExchanges } from './exchanges.ts'
import { applicationOf, storedTokens } from './tokens.ts'
import type { StoredLink } from './field-map.ts'
import { activeCabinets, type Connection, findIntegration, type IntegrationRow } from './sql.ts'
import { openPassingState, openState } from './state.ts'

const refuse = refusals(contract)

/** How long a check may take while a person waits. */
const CHECK_MS = 10_000
/** And with a system that is known to be slow. */
const SLOW_CHECK_MS = 30_000

const placeOf = (cabinetId: number, id: string) => ({ cabinetId, table: 'integrations', column: 'secrets', row: id })
const secretsOf = (connector: Connector) =>
  fieldsOf(connector)
    .filter((field) => field.kind === 'secret')
    .map((field) => field.name)

/** Settings as columns of a row. */
export function sealSettings(app: App, cabinetId: number, id: string, connector: Connector, settings: Settings) {
  const names = secretsOf(connector)
  const secrets = Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])))
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name))),
    secrets: Object.keys(secrets).length > 0 ? app.keys.seal(JSON.stringify(secrets), placeOf(cabinetId, id)) : null,
    secret_names: Object.keys(secrets),
  }
}

/** Everything a connector needs to know, secrets included. */
export function openSettings(app: App, row: IntegrationRow): Settings {
  const secrets = row.secrets
    ? (JSON.parse(app.keys.open(row.secrets, placeOf(row.cabinet_id, row.id)).toString()) as Settings)
    : {}
  return { ...row.settings, ...secrets }
}

/** @throws Refusal crm_type_unknown */
export function connectorFor(type: string): Connector {
  const connector = connectorOf(type)
  if (!connector) throw refuse('crm_type_unknown', {}, { type: { code: 'crm_type_unknown' } })
  return connector
}

/**
 * What was typed, completed by stored settings that were left out and stored secrets that were left blank. Secrets only
 * while the address stays the same: a person who may change the address must not have the old secret sent to it.
 * @throws Refusal invalid_input
 */
export function readSettings(
  app: App,
  connector: Connector,
  stored: IntegrationRow | undefined,
  typed: Settings,
): Settings {
  const kept = stored?.type === connector.name ? openSettings(app, stored) : {}
  const isBlank = (name: string) => !typed[name]?.trim()
  const isSamePlace = (kept.server ?? '') === (typed.server ?? kept.server ?? '').trim()
  const secrets = secretsOf(connector)
  const valueOf = (name: string) => {
    if (!secrets.includes(name)) return typed[name] ?? kept[name]
    return isBlank(name) && isSamePlace ? kept[name] : typed[name]
  }
  const whole = Object.fromEntries(fieldsOf(connector).map(({ name }) => [name, valueOf(name) ?? '']))
  const parsed = fit(connector.settings, whole, { reportInput: true })
  const faults: Record<string, FieldFault> = parsed.success ? {} : faultsOf(parsed.error)
  if (!isSamePlace) for (const name of secrets) if (kept[name] && isBlank(name)) faults[name] ??= { code: 'required' }
  if (parsed.success && Object.keys(faults).length === 0) return parsed.data
  throw refuse(
    'invalid_input',
    {},
    Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`settings.${name}`, fault])),
  )
}

type CrmAccess = {
  cabinetId: number
  connector: Connector
  settings: Settings
  categories?: readonly Category[]
  fields?: readonly StoredLink[]
  totalMs?: number
  /** Of a consent that is not stored yet; left out: the stored ones. */
  tokens?: TokenSource
  /** Left out: the settings are only tried, and what the connector remembers is forgotten with the work. */
  connection?: Connection & Place
}

/** Of the CRM that is connected. */
export const accessOf = (app: App, row: IntegrationRow): CrmAccess => ({
  cabinetId: row.cabinet_id,
  connector: connectorFor(row.type),
  settings: openSettings(app, row),
  fields: row.field_map,
  connection: row,
})

/** Each of them was writable when it was mapped. */
const mappedOf = (links: readonly StoredLink[]) =>
  links.map(({ theirs, name, kind, direction }) => ({ id: theirs, name, kind, isWritable: direction !== 'from' }))

/** The way to a CRM. @param isPaced false: tokens are not got in the pace of other calls, which may take minutes */
function openHttp(app: App, { connector, settings, totalMs }: CrmAccess, isPaced: boolean): CrmHttp {
  const timeoutMs = totalMs ?? connector.timeoutMs ?? TOTAL_MS
  return openCrmHttp({
    ...placesFor(app, settings),
    vendor: connector.name,
    keepsCookies: connector.keepsCookies ?? false,
    fingerprint: settings.certificate ?? '',
    ...(isPaced && !app.outside.crm.isUnpaced && { rateLimiter: paceOf(app, connector, settings, timeoutMs) }),
    ...(connector.ports && { ports: connector.ports }),
    ...(connector.readPause && { readPause: connector.readPause }),
    totalMs: timeoutMs,
  })
}

/** Opens a CRM for a piece of work. */
export async function withVerbs<T>(
  app: App,
  access: CrmAccess,
  work: (verbs: Verbs, http: CrmHttp) => Promise<T>,
): Promise<T> {
  const { cabinetId, connector, settings, categories = [], fields = [], connection } = access
  const noting = noteExchanges(app, cabinetId, settings)
  const http = noting.http(openHttp(app, access, true))
  const forTokens = { cabinetId, connector, settings, http: noting.http(openHttp(app, access, false)) }
  const opening = {
    settings,
    http,
    groups: categories,
    fields: mappedOf(fields),
    state: connection ? openState(app, cabinetId, connection) : openPassingState(),
    ...(connector.access && { tokens: access.tokens ?? storedTokens(app, forTokens) }),
    ...(connector.keepsIndex && { index: openClientIndex(app, cabinetId, connection) }),
  }
  try {
    return await work(noting.verbs(connector.open(opening)), http)
  } finally {
    await noting.end()
  }
}

/** Asks for the tokens of a consent. */
export async function exchangeCode(app: App, access: CrmAccess, answered: Answered) {
  const { cabinetId, connector, settings } = access
  const application = applicationOf(app, connector, settings)
  const { exchange } = connector.access ?? {}
  if (!exchange || !application) throw refuse('consent_not_offered')
  const noting = noteExchanges(app, cabinetId, settings)
  const http = noting.http(openHttp(app, { ...access, totalMs: CHECK_MS }, false))
  try {
    return await inVerb('exchangeCode', () => exchange({ settings, application, http }, answered))
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await noting.end()
  }
}

/**
 * An address that is not public needs the operator's word, by `CRM_TRUSTED_PLACES`, and the owner's. Emulated systems
 * are reached by a relay and need neither.
 */
function placesFor(app: App, { privateNetwork }: Settings) {
  const { trustedPlaces, relays = [] } = app.outside.crm
  const isOpen = (place: string) => privateNetwork === 'yes' || relays.some(({ from }) => from === place)
  return { trustedPlaces: trustedPlaces.filter(isOpen), relays }
}

const paceOf = (app: App, { name, pace }: Connector, settings: Settings, openMs: number) =>
  sharedPace(app.database.counters, paceKey(name, pace, settings), { ...pace, openMs })

/** Opens the CRM of a cabinet for a piece of work with its clients. */
export function withCrm<T>(
  app: App,
  { cabinetId, domain, connector, row }: Omit<Crm, 'verbs'>,
  work: (crm: Crm) => Promise<T>,
): Promise<T> {
  const access = { ...accessOf(app, row), connector, cabinetId, categories: row.categories }
  return withVerbs(app, access, (verbs) => work({ cabinetId, domain, connector, row, verbs: askingAgain(verbs) }))
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Misconfigured) {
    if (error.fault === 'connect_anew') return refuse('crm_connect_anew')
    const code = `crm_${error.fault}` as const
    return refuse(code, {}, { [`settings.${error.field}`]: { code } })
  }
  if (!(error instanceof Unreachable)) throw error
  if (error.reason === 'unknown_host' || error.reason === 'unreadable')
    return refuse('crm_not_found', {}, { 'settings.server': { code: 'crm_not_found' } })
  return refuse('crm_connection_lost')
}

/** Calls the CRM while a person waits. @throws Refusal what is wrong, at the field that causes it */
export async function callCrm<T>(
  app: App,
  access: Omit<CrmAccess, 'totalMs'>,
  work: (verbs: Verbs, http: CrmHttp) => Promise<T>,
): Promise<T> {
  try {
    const slowMs = Math.min(access.connector.timeoutMs ?? 0, SLOW_CHECK_MS)
    return await withVerbs(app, { ...access, totalMs: Math.max(CHECK_MS, slowMs) }, work)
  } catch (error) {
    throw error instanceof Refusal ? error : refusalOf(error)
  }
}

/** @param step only this one */
export function checkAccess(app: App, access: CrmAccess, step?: CheckStep): Promise<Choices> {
  const { settings } = access
  return callCrm(app, access, async (verbs, http) => {
    const wants = (one: CheckStep) => step === undefined || step === one
    // Any answer proves that a server is at the address, and its certificate which one.
    if (wants('server') && settings.server) await probe(app, access.connector, settings, http)
    const choices = wants('login') ? await verbs.checkLogin() : {}
    if (wants('program')) await verbs.checkProgram()
    return choices
  })
}

/** @throws Refusal crm_ssl_unverifiable, with the fingerprint for a person to compare where it could be accepted */
async function probe(app: App, connector: Connector, settings: Settings, http: CrmHttp): Promise<void> {
  const { server = '' } = settings
  try {
    await http.send({ url: server, isProbe: true })
  } catch (error) {
    const isUnsigned = error instanceof Misconfigured && error.fault === 'ssl_unverifiable'
    if (!isUnsigned || !('certificate' in connector.settings.shape)) throw error
    const { trustedPlaces, relays } = placesFor(app, settings)
    const address = readAddress(server, { trusted: trustedPlaces, relays, publicToo: { ports: connector.ports ?? [] } })
    const fingerprint = 'url' in address ? await readFingerprint(address) : null
    const code = 'crm_ssl_unverifiable'
    throw refuse(code, fingerprint === null ? {} : { fingerprint }, { [`settings.${error.field}`]: { code } })
  }
}

/** The account that the settings lead to; '' where the system names none. */
export function readAccount(app: App, access: CrmAccess): Promise<string> {
  return callCrm(app, access, async (verbs) => (await verbs.readAccount?.()) ?? '')
}

/** @throws Refusal integration_not_configured */
export async function expectIntegration(db: CabinetDb): Promise<IntegrationRow> {
  const row = await findIntegration(db)
  if (!row) throw refuse('integration_not_configured')
  return row
}

/** What may be exchanged of what is wished. */
export function possibleFlags({ read, write, rewrite }: SyncFlags, connector: Connector, settings: Settings) {
  const abilities = abilitiesOf(connector, settings)
  return {
    is_read: read && receivesFrom(abilities),
    is_write: write && sendsTo(abilities),
    is_rewrite: rewrite && read && receivesFrom(abilities),
  }
}

/** Works in every cabinet whose integration runs. */
export function eachRunning(app: App, work: (db: CabinetDb) => Promise<void>): Promise<void> {
  return eachCabinet(app, (after, limit) => app.database.acrossCabinets((tx) => activeCabinets(tx, after, limit)), work)
}
