/**
 * Entering a CRM by its owner's consent: away to the vendor with a state that is used once, and back. Who began it
 * ends it, in any tab; a foreign way back connects nothing (decision 085).
 */
import { CONSENT_MINUTES } from '../../../contract/business/crm-access.ts'
import { integration as contract, receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { AnyPlaceCtx, OpenedCabinet, OutsideCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import { requireRight } from '../../base/member-rights.ts'
import { Refusal, refusals } from '../../base/refusal.ts'
import { challengeOf } from '../../engines/crm/access.ts'
import type { Settings } from '../../engines/crm/connector.ts'
import { titleOf } from '../../engines/crm/crm.ts'
import { openCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import { connectorFor, exchangeCode, readAccount, readSettings } from './access.ts'
import { enqueueReading } from './reading.ts'
import { expectCleared } from './forget.ts'
import { findIntegration } from './sql.ts'
import { expectNoDemo, storeSettings } from './store.ts'
import { applicationOf, freshTokens, keepTokens } from './tokens.ts'
import { type ConsentRow, replaceConsent, takeConsent } from './tokens-sql.ts'

const refuse = refusals(contract)

const sealPlace = (cabinetId: number, id: string) => ({ cabinetId, table: 'crm_consents', column: 'sealed', row: id })
const redirectOf = (app: App, type: string) => `${app.publicUrl}/integration/${type}`

type Sealed = { settings: Settings; verifier: string }

/** @throws Refusal crm_being_removed, consent_not_offered where the system has none, or nobody has an application */
export async function beginConsent(
  ctx: OutsideCtx | (AnyPlaceCtx & { cabinet: OpenedCabinet }),
  input: { type: string; settings: Settings },
): Promise<{ url: string }> {
  const { app, cabinet, user } = ctx
  expectNoDemo(ctx)
  const connector = connectorFor(input.type)
  await expectCleared(app, cabinet.id)
  return openForWork(app, cabinet.id, async (db) => {
    const stored = await findIntegration(db)
    if (stored && stored.type !== connector.name) throw refuse('integration_exists')
    const read = readSettings(app, connector, stored, input.settings)
    // A key that was typed would take the place of the consent.
    const settings = { ...read, ...('password' in read && { password: '' }) }
    const application = applicationOf(app, connector, settings)
    if (!connector.access || !application) throw refuse('consent_not_offered')
    const [id, verifier, state] = [crypto.randomUUID(), newToken(), `${cabinet.id}.${newToken()}`]
    await replaceConsent(db, {
      id,
      state_hash: sha256(state),
      type: connector.name,
      user_id: user.userId,
      sealed: app.keys.seal(JSON.stringify({ settings, verifier } satisfies Sealed), sealPlace(cabinet.id, id)),
      created_at: app.clock.now(),
    })
    const asked = { redirectUri: redirectOf(app, connector.name), state, challenge: challengeOf(verifier) }
    return { url: connector.access.authorise({ settings, application }, asked) }
  })
}

/** `query`: of the address that the vendor led back to. */
type Back = { type: string; query: Readonly<Record<string, string>> }

/** Takes the state, which is gone then whatever comes of it. @throws Refusal consent_invalid, consent_expired */
async function takeBack(
  ctx: AnyPlaceCtx,
  { type, query: { state = '' } }: Back,
): Promise<{ cabinet: OpenedCabinet; row: ConsentRow }> {
  const cabinetId = Number(/^(\d{1,16})\.[\w-]{43}$/.exec(state)?.[1] ?? 0)
  const taken = await openCabinet(ctx.app, ctx.user, cabinetId, async (cabinet, db) => {
    requireRight(cabinet, 'crm')
    const of = { state_hash: sha256(state), type, user_id: ctx.user.userId }
    return { cabinet, row: await takeConsent(db, of) }
  }).catch((error: unknown) => {
    // Whose business it is tells a stranger nothing.
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  })
  if (!taken?.row) throw refuse('consent_invalid')
  const age = ctx.app.clock.now().getTime() - taken.row.created_at.getTime()
  if (age > CONSENT_MINUTES * MINUTE_MS) throw refuse('consent_expired')
  return { cabinet: taken.cabinet, row: taken.row }
}

/** @throws Refusal what is wrong, and nothing is connected */
export async function finishConsent(
  ctx: AnyPlaceCtx,
  input: { type: string; query: string },
): Promise<{ domain: string; type: string; title: string; isRunning: boolean }> {
  const { app } = ctx
  const back: Back = { type: input.type, query: Object.fromEntries(new URLSearchParams(input.query)) }
  const { cabinet, row } = await takeBack(ctx, back)
  ctx.about(cabinet.id)
  expectNoDemo({ cabinet })
  const { code } = back.query
  if (back.query.error !== undefined || !code) throw refuse('consent_denied', { name: titleOf(row.type) })
  const connector = connectorFor(row.type)
  const { settings, verifier } = JSON.parse(
    app.keys.open(row.sealed, sealPlace(cabinet.id, row.id)).toString(),
  ) as Sealed
  const access = { cabinetId: cabinet.id, connector, settings }
  const given = await exchangeCode(app, access, {
    code,
    verifier,
    redirectUri: redirectOf(app, connector.name),
    query: back.query,
  })
  const { tokens } = given
  const whole = { ...settings, ...given.settings }
  const account = await readAccount(app, { ...access, settings: whole, tokens: freshTokens(tokens) })
  const isRunning = await openForWork(app, cabinet.id, async (db) => {
    const stored = await findIntegration(db)
    if (stored && stored.type !== connector.name) throw refuse('integration_exists')
    const { abilities } = connector
    await storeSettings(app, db, {
      stored,
      connector,
      settings: whole,
      flags: stored
        ? { read: stored.is_read, write: stored.is_write, rewrite: stored.is_rewrite }
        : { read: receivesFrom(abilities), write: sendsTo(abilities), rewrite: false },
      categories: stored?.categories ?? [],
      account,
      version: stored?.version ?? 0,
    })
    await keepTokens(app, db, { type: connector.name, settings: whole, tokens })
    // What was missed meanwhile.
    if (stored?.is_on && stored.begun_at !== null) await enqueueReading(app, db)
    return stored?.is_on === true
  })
  return { domain: cabinet.domain, type: connector.name, title: titleOf(connector.name), isRunning }
}
