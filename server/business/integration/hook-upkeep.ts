/**
 * Sees to it that a CRM sends us its events while they are wanted, and no longer. Every step may be repeated: what is
 * registered stays, and what is removed is gone.
 */
import { z } from 'zod'
import { HOOK_EVENTS_KEPT_DAYS } from '../../../contract/business/crm-hooks.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import { newToken } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet, openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Tokens } from '../../engines/crm/access.ts'
import type { Connector, Settings } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Rejected } from '../../engines/crm/troubles.ts'
import { accessOf, openSettings, withVerbs } from './access.ts'
import * as sql from './hooks-sql.ts'
import { findIntegration } from './sql.ts'
import { copyTokens, freshTokens } from './tokens.ts'

/** Beside those that wait. */
const EVENTS_KEPT = 2000
const FAILURE_MAX = 200

const keyPlace = (cabinetId: number, id: string) => ({ cabinetId, table: 'crm_hooks', column: 'sealed_key', row: id })
const farewellPlace = (cabinetId: number, id: string) => ({
  cabinetId,
  table: 'crm_farewells',
  column: 'sealed',
  row: id,
})

export const keyOfHook = (app: App, cabinetId: number, row: sql.HookRow): string =>
  app.keys.open(row.sealed_key, keyPlace(cabinetId, row.id)).toString()

/** Begins with the cabinet, so that it is found without a look over all of them. */
const oursAt = (app: App, type: string, cabinetId: number) => `${app.publicUrl}/hooks/${type}/${cabinetId}.`
export const addressOf = (app: App, type: string, cabinetId: number, row: sql.HookRow): string =>
  oursAt(app, type, cabinetId) + keyOfHook(app, cabinetId, row)

const Cabinet = z.object({ cabinetId: z.int() })
type Cabinet = z.infer<typeof Cabinet>

export async function queueUpkeep(app: App, db: CabinetDb): Promise<void> {
  if (await sql.findHook(db))
    await app.jobs.enqueue(db.tx, keepHooks, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) })
}

/** A system that sends events gets an address of its own. */
export async function prepareHooks(app: App, db: CabinetDb, { hooks }: Connector): Promise<void> {
  if (!hooks) return
  const id = crypto.randomUUID()
  await sql.insertHook(db, { id, sealed_key: app.keys.seal(newToken(), keyPlace(db.cabinetId, id)) })
  await queueUpkeep(app, db)
}

/** Another address; nothing is taken at the old one from now on. */
export async function changeKey(app: App, db: CabinetDb, row: sql.HookRow): Promise<void> {
  await sql.changeHook(db, { sealed_key: app.keys.seal(newToken(), keyPlace(db.cabinetId, row.id)), state: 'none' })
  await queueUpkeep(app, db)
}

export const keepHooks: Job<Cabinet> = defineJob({
  name: 'keep-crm-hooks',
  shape: Cabinet,
  retry: { limit: 5, delaySeconds: 30 },
  async handle(app, { cabinetId }) {
    const { row, hook } = await openForWork(app, cabinetId, async (db) => ({
      row: await findIntegration(db),
      hook: await sql.findHook(db),
    }))
    if (!row || !hook || !connectorOf(row.type)) return
    const isWanted = row.is_on && hook.is_wanted
    // One that is stopped has to be corrected first; its events go on meanwhile.
    if (row.is_stopped || (!isWanted && hook.state === 'none')) return
    const address = addressOf(app, row.type, cabinetId, hook)
    const ours = oursAt(app, row.type, cabinetId)
    const failure = await withVerbs(app, accessOf(app, row), async (verbs) => {
      if (!verbs.registerHooks) return undefined
      if (isWanted) await verbs.registerHooks(address, ours)
      else await verbs.removeHooks?.(ours)
      return null
    }).catch((error: unknown) => {
      if (error instanceof Misconfigured || error instanceof Rejected) return error.message.slice(0, FAILURE_MAX)
      throw error
    })
    if (failure === undefined) return
    const state = failure !== null ? 'failed' : isWanted ? 'registered' : 'none'
    await openForWork(app, cabinetId, (db) => sql.changeHook(db, { state, failure, checked_at: app.clock.now() }))
  },
  giveUp: (app, { cabinetId }) =>
    openForWork(app, cabinetId, (db) =>
      sql.changeHook(db, { state: 'failed', failure: null, checked_at: app.clock.now() }),
    ),
})

/** Every night: addresses that the CRM has switched off are registered again, and old events go. */
export const keepHooksDaily: Job<Nothing> = defineJob({
  name: 'keep-crm-hooks-daily',
  shape: Nothing,
  every: '41 4 * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => sql.cabinetsWithHooks(tx, after, limit)),
      async (db) => {
        const before = new Date(app.clock.now().getTime() - HOOK_EVENTS_KEPT_DAYS * DAY_MS)
        await sql.sweepEvents(db, before, EVENTS_KEPT)
        await queueUpkeep(app, db)
      },
    ),
})

type Farewell = { settings: Settings; tokens: Tokens | null; address: string }
const Left = z.object({ cabinetId: z.int(), id: z.uuid() })

/** The CRM learns when it is left; what is needed for that is kept, sealed, until it is done. */
export async function leave(app: App, db: CabinetDb): Promise<void> {
  const [row, hook] = [await findIntegration(db), await sql.findHook(db)]
  if (!row || hook?.state !== 'registered') return
  const id = crypto.randomUUID()
  const farewell: Farewell = {
    settings: openSettings(app, row),
    tokens: await copyTokens(app, db),
    // This address alone: the same CRM may be connected again before that.
    address: addressOf(app, row.type, db.cabinetId, hook),
  }
  const sealed = app.keys.seal(JSON.stringify(farewell), farewellPlace(db.cabinetId, id))
  await sql.insertFarewell(db, { id, type: row.type, sealed })
  await app.jobs.enqueue(db.tx, sayFarewell, { cabinetId: db.cabinetId, id })
}

export const sayFarewell: Job<z.infer<typeof Left>> = defineJob({
  name: 'say-crm-farewell',
  shape: Left,
  retry: { limit: 4, delaySeconds: 30 },
  async handle(app, { cabinetId, id }) {
    const left = await openForWork(app, cabinetId, (db) => sql.findFarewell(db, id))
    const connector = left && connectorOf(left.type)
    if (!connector) return
    const opened = app.keys.open(left.sealed, farewellPlace(cabinetId, id)).toString()
    const { settings, tokens, address } = JSON.parse(opened) as Farewell
    const access = { cabinetId, connector, settings, ...(tokens && { tokens: freshTokens(tokens) }) }
    try {
      await withVerbs(app, access, async (verbs) => verbs.removeHooks?.(address))
    } catch (error) {
      // It lets us in no more, so there is nobody to tell.
      if (!(error instanceof Misconfigured || error instanceof Rejected)) throw error
    }
    await openForWork(app, cabinetId, (db) => sql.dropFarewell(db, id))
  },
  giveUp: (app, { cabinetId, id }) => openForWork(app, cabinetId, (db) => sql.dropFarewell(db, id)),
})

export const forgetHooks = (db: CabinetDb): Promise<void> => sql.deleteHook(db)
