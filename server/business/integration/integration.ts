/**
 * The CRM of a cabinet: how it is reached and what is exchanged with it. The room uses connectors and no vendor by
 * name; secrets go in and never come out.
 */
import {
  type CheckStep,
  type Integration,
  integration as contract,
  type IntegrationInput,
  RESET_COMMAND,
} from '../../../contract/business/integration.ts'
import type { z } from 'zod'
import type { CabinetCtx, OutsideCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Settings } from '../../engines/crm/connector.ts'
import { titleOf } from '../../engines/crm/crm.ts'
import { isReady, systemsOf } from './systems.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import {
  accessOf,
  callCrm,
  checkAccess,
  connectorFor,
  expectIntegration,
  openSettings,
  readAccount,
  readSettings,
} from './access.ts'
import * as rows from './clients-sql.ts'
import { forgetExchanges } from './exchanges-sql.ts'
import { forgetHooks, leave, queueUpkeep } from './hook-upkeep.ts'
import { clearLater, expectCleared, forgetRemains } from './forget.ts'
import { forgetRelinks } from './relinks-sql.ts'
import * as runs from './runs-sql.ts'
import * as sql from './sql.ts'
import { differs, expectNoDemo, isOnDemo, startUnlessBegun, storeSettings } from './store.ts'
import { forgetConsents, forgetTokens } from './tokens-sql.ts'
import { countWaiting } from './standings-sql.ts'
import { forgetTill } from './tills-sql.ts'

const refuse = refusals(contract)
export { runningWrites, syncStatus } from './run-status.ts'
export { startRetry, startRun, writeClients, writeDaily } from './writing.ts'
export { bringClients, bringFromCrm, readOnFromCrm } from './bring.ts'
export {
  bringToDesk,
  clientsInCrm,
  crmOfImport,
  keepFromCrm,
  leaveToExchange,
  linkedInCrm,
  linkImported,
  meetingOf,
} from './imported.ts'
export { readAside } from './aside.ts'
export { readAll, readClients } from './reading.ts'
export { lookUp } from './look-up.ts'
export {
  amountsKeptThere,
  clientSyncOf,
  clientSyncStates,
  forgetLinkOf,
  isLinked,
  readClientSync,
  saveClientSync,
  shareAmounts,
  syncStateInRow,
} from './client-sync.ts'
export { checkLooked, foldCounts } from './fold.ts'
export { clientsInCrmState, countInCrmState } from './in-queries.ts'
export { listExchanges } from './exchanges.ts'
export { linkClient, listCandidates, readDesk, readFromCrm } from './desk.ts'
export { undoRelink } from './relink.ts'
export { createCrmFields, listCrmFields, readFieldMap, saveFieldMap, settleField } from './fields.ts'
export { crmThatEarns } from './purchases.ts'
export { beginExchange, lookUpClients, readMeeting } from './meeting.ts'
export { beginConsent, finishConsent } from './consent.ts'
export { readHooks, renewHookKey, replayEvent, subscribe } from './hooks.ts'
export { readTill, renewTillKey } from './tills.ts'
export { applyEvents } from './hook-events.ts'
export { keepHooks, keepHooksDaily, sayFarewell } from './hook-upkeep.ts'
export { expectNoDemo } from './store.ts'
export { clearCrm, forgetInCrm } from './forget.ts'

type Input = z.output<typeof IntegrationInput>
const iso = (at: Date | null) => at?.toISOString() ?? null

/** Processes of an earlier version know a consent that is over as a login that is not taken. */
const shownFault = ({ fault, fault_field: field }: sql.IntegrationRow) =>
  fault === 'wrong_login' && field === 'consent' ? 'connect_anew' : (fault ?? 'connection_lost')

function statusOf(row: sql.IntegrationRow | undefined): Integration['status'] {
  if (!row) return 'noCrm'
  return row.is_on ? (row.was_stopped ? 'noActive' : 'active') : 'deactivated'
}

export async function readIntegration(ctx: OutsideCtx, db: CabinetDb): Promise<Integration> {
  const row = await sql.findIntegration(db)
  return {
    status: statusOf(row),
    isOnDemo: isOnDemo(ctx),
    wishes: await sql.wishes(db),
    current: row
      ? {
          type: row.type,
          title: titleOf(row.type),
          settings: row.settings,
          secrets: row.secret_names,
          flags: { read: row.is_read, write: row.is_write, rewrite: row.is_rewrite },
          categories: row.categories,
          lastWriteAt: iso(row.last_write_at),
          lastReadAt: iso(row.last_read_at),
          unsynced: (await countWaiting(db, row)).total,
          fault:
            row.fault && row.fault_at
              ? { code: shownFault(row), field: row.fault_field, at: row.fault_at.toISOString() }
              : null,
          createdAt: row.created_at.toISOString(),
          isBegun: row.begun_at !== null,
          version: row.version,
        }
      : null,
    systems: systemsOf(ctx.app, row),
  }
}

/** The figures for the overview. */
export async function integrationTile(
  db: CabinetDb,
): Promise<{ status: Integration['status']; title: string | null; unsynced: number }> {
  const row = await sql.findIntegration(db)
  return {
    status: statusOf(row),
    title: row ? titleOf(row.type) : null,
    unsynced: (await countWaiting(db, row)).total,
  }
}

/** A short transaction of a call that waits for a CRM in between. */
const inside = <T>(ctx: OutsideCtx, work: (db: CabinetDb) => Promise<T>): Promise<T> =>
  openForWork(ctx.app, ctx.cabinet.id, work)

/** Records a system that has no connector yet; the call notifies support. @throws Refusal crm_name_known */
export async function addWish(ctx: OutsideCtx, name: string): Promise<void> {
  expectNoDemo(ctx)
  if (name === '') throw refuse('invalid_input', {}, { otherName: { code: 'required' } })
  const isNew = !isReady(name) && (await inside(ctx, (db) => sql.insertWish(db, name, ctx.app.clock.now())))
  if (!isNew) throw refuse('crm_name_known', { name }, { otherName: { code: 'crm_name_known', detail: { name } } })
}

/** @throws Refusal what is wrong with the access, and nothing is saved */
export async function saveIntegration(ctx: OutsideCtx, input: Input): Promise<Integration> {
  const { app } = ctx
  expectNoDemo(ctx)
  const connector = connectorFor(input.type)
  const stored = await inside(ctx, sql.findIntegration)
  if (stored && stored.type !== connector.name) throw refuse('integration_exists')
  if (!stored) await expectCleared(app, ctx.cabinet.id)
  const settings = readSettings(app, connector, stored, input.settings)
  const before = stored && openSettings(app, stored)
  const isChanged = !before || stored.is_stopped || differs(settings, before, Object.keys(connector.settings.shape))
  const access = { cabinetId: ctx.cabinet.id, connector, settings }
  if (isChanged) await checkAccess(app, access)
  const account = isChanged ? await readAccount(app, access) : stored.account
  return inside(ctx, async (db) => {
    const { flags, categories, version } = input
    await storeSettings(app, db, { stored, connector, settings, flags, categories, account, version })
    return readIntegration(ctx, db)
  })
}

/** @throws Refusal */
export async function removeIntegration(
  ctx: CabinetCtx,
  { command, password }: { command: string; password?: string | undefined },
): Promise<Integration> {
  await expectIntegration(ctx.db)
  if (command !== RESET_COMMAND) throw refuse('wrong_command', {}, { command: { code: 'wrong_command' } })
  await requirePassword(ctx.app, ctx.db.tx, ctx.user, password)
  await leave(ctx.app, ctx.db)
  await runs.forgetRuns(ctx.db)
  await sql.deleteIntegration(ctx.db)
  if (!(await forgetRemains(ctx.db))) await clearLater(ctx.app, ctx.db)
  await forgetExchanges(ctx.db)
  await forgetRelinks(ctx.db)
  await forgetTokens(ctx.db)
  await forgetConsents(ctx.db)
  await forgetHooks(ctx.db)
  await forgetTill(ctx.db)
  return readIntegration(ctx, ctx.db)
}

export async function checkIntegration(
  ctx: OutsideCtx,
  input: { type: string; settings: Settings; step?: CheckStep | undefined },
) {
  expectNoDemo(ctx)
  const connector = connectorFor(input.type)
  const settings = readSettings(ctx.app, connector, await inside(ctx, sql.findIntegration), input.settings)
  const choices = await checkAccess(ctx.app, { cabinetId: ctx.cabinet.id, connector, settings }, input.step)
  return { choices: Object.fromEntries(Object.entries(choices).map(([field, all]) => [field, [...all]])) }
}

/** @throws Refusal what is wrong with its access, when it would be switched on */
export async function switchIntegration(ctx: OutsideCtx, isOn: boolean): Promise<Integration> {
  const { app } = ctx
  const row = await inside(ctx, expectIntegration)
  if (isOn) {
    expectNoDemo(ctx)
    await checkAccess(app, accessOf(app, row))
  }
  return inside(ctx, async (db) => {
    if (!isOn) await runs.endOpenRuns(db, app.clock.now())
    await sql.setOn(db, row.id, isOn, app.clock.now())
    if (isOn) await startUnlessBegun(app, db)
    await queueUpkeep(app, db)
    return readIntegration(ctx, db)
  })
}

/** @param organizationId of another organisation than the connected one; '' asks for that */
export async function listCategories(ctx: OutsideCtx, organizationId: string) {
  const row = await inside(ctx, expectIntegration)
  const connector = connectorFor(row.type)
  if (connector.abilities.groups === 'none') throw refuse('integration_not_configured')
  return callCrm(ctx.app, accessOf(ctx.app, row), async (verbs) => [
    ...((await verbs.listGroups?.(organizationId)) ?? []),
  ])
}

const SHOWN = 100
export async function unsyncedClients(db: CabinetDb) {
  const clients = await rows.waitingClients(db, SHOWN)
  const { total, failed } = await countWaiting(db, await sql.findIntegration(db))
  return {
    total,
    failed,
    clients: clients.map((row) => ({
      id: row.id,
      name: row.name,
      surname: row.surname,
      cardNumber: row.card_number,
      state: row.state,
      fault: row.fault,
    })),
  }
}
