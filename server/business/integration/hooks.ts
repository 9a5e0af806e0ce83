/** Events of the CRM as their owner sees them: the address, whether it is known there, what has arrived. */
import { type CrmHooks, HOOK_EVENTS_SHOWN } from '../../../contract/business/crm-hooks.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { NO_ABILITIES } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { expectIntegration } from './access.ts'
import { enqueueEvents } from './hook-events.ts'
import { addressOf, changeKey, queueUpkeep } from './hook-upkeep.ts'
import * as sql from './hooks-sql.ts'
import { findIntegration } from './sql.ts'

const refuse = refusals(contract)

export async function readHooks(app: App, db: CabinetDb): Promise<CrmHooks | null> {
  const [row, hook] = await Promise.all([findIntegration(db), sql.findHook(db)])
  if (!row || !hook) return null
  const { hooks } = connectorOf(row.type)?.abilities ?? NO_ABILITIES
  return {
    address: addressOf(app, row.type, db.cabinetId, hook),
    isSubscribed: hook.is_wanted,
    // Without orders of ours the owner enters the address there.
    state: hooks === 'read' ? 'manual' : hook.state,
    failure: hook.failure,
    lastEventAt: hook.last_event_at?.toISOString() ?? null,
    received: hook.received,
    forged: hook.forged,
    echoes: hook.echoes,
    events: (await sql.latestEvents(db, HOOK_EVENTS_SHOWN)).map((event) => ({
      id: event.id,
      at: event.at.toISOString(),
      state: event.state,
      clients: event.crm_ids.length,
      canReplay: event.sealed !== null && event.state !== 'waiting',
    })),
  }
}

/** @throws Refusal integration_not_configured */
async function expectHook(db: CabinetDb): Promise<sql.HookRow> {
  await expectIntegration(db)
  const hook = await sql.findHook(db)
  if (!hook) throw refuse('integration_not_configured')
  return hook
}

export async function subscribe(app: App, db: CabinetDb, isSubscribed: boolean): Promise<CrmHooks | null> {
  await expectHook(db)
  await sql.changeHook(db, { is_wanted: isSubscribed })
  await queueUpkeep(app, db)
  return readHooks(app, db)
}

export async function renewHookKey(app: App, db: CabinetDb): Promise<CrmHooks | null> {
  await changeKey(app, db, await expectHook(db))
  return readHooks(app, db)
}

/** @throws Refusal event_gone */
export async function replayEvent(app: App, db: CabinetDb, id: string): Promise<CrmHooks | null> {
  if (!(await sql.repeatEvent(db, id))) throw refuse('event_gone')
  await enqueueEvents(app, db)
  return readHooks(app, db)
}
