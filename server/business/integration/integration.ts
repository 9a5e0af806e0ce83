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
import type { ClientSync, ClientSyncState, SyncFlags } from '../../../contract/business/crm-sync.ts'
import { AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import type { z } from 'zod'
import type { CabinetCtx, OutsideCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { App } from '../../base/app.ts'
import { getClient } from '../../people/clients/clients.ts'
import type { Connector, Settings } from '../../engines/crm/connector.ts'
import { CONNECTORS, connectorOf, fieldsOf } from '../../engines/crm/crm.ts'
import { requirePassword } from '../../platform/users/step-up.ts'
import { callCrm, checkAccess, connectorFor, openSettings, readAccount, readSettings, sealSettings } from './access.ts'
import * as rows from './clients-sql.ts'
import { startLook } from './look-up.ts'
import * as runs from './runs-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
export { runningWrites, startRun, syncStatus, writeClients, writeDaily } from './writing.ts'
export { clientsInCrm, crmOfImport, keepFromCrm } from './imported.ts'
export { readAll, readClients } from './reading.ts'
export { lookUp } from './look-up.ts'
export { beginExchange, lookUpClients, readMeeting } from './meeting.ts'

type Input = z.output<typeof IntegrationInput>
const iso = (at: Date | null) => at?.toISOString() ?? null

/** CRM integration comes with the paid tariffs. */
const isOnDemo = ({ cabinet }: OutsideCtx) => cabinet.tariff === null || cabinet.tariff === 'demo'

function statusOf(row: sql.IntegrationRow | undefined): Integration['status'] {
  if (!row) return 'noCrm'
  return row.is_on ? (row.is_stopped ? 'noActive' : 'active') : 'deactivated'
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
          title: connectorOf(row.type)?.title ?? row.type,
          settings: row.settings,
          secrets: row.secret_names,
          flags: { read: row.is_read, write: row.is_write, rewrite: row.is_rewrite },
          categories: row.categories,
          lastWriteAt: iso(row.last_write_at),
          lastReadAt: iso(row.last_read_at),
          unsynced: (await rows.countWaiting(db)).total,
          fault:
            row.fault && row.fault_at
              ? { code: row.fault, field: row.fault_field, at: row.fault_at.toISOString() }
              : null,
          createdAt: row.created_at.toISOString(),
          isBegun: row.begun_at !== null,
          version: row.version,
        }
      : null,
    systems: CONNECTORS.map((one) => ({
      name: one.name,
      title: one.title,
      group: one.group,
      fields: fieldsOf(one),
      writes: one.abilities.writes,
      reads: one.abilities.reads,
      hasCategories: one.abilities.categories,
    })),
  }
}

/** The figures for the overview. */
export async function integrationTile(
  db: CabinetDb,
): Promise<{ status: Integration['status']; title: string | null; unsynced: number }> {
  const row = await sql.findIntegration(db)
  return {
    status: statusOf(row),
    title: row ? (connectorOf(row.type)?.title ?? row.type) : null,
    unsynced: row ? (await rows.countWaiting(db)).total : 0,
  }
}

/** A short transaction of a call that waits for a CRM in between. */
const inside = <T>(ctx: OutsideCtx, work: (db: CabinetDb) => Promise<T>): Promise<T> =>
  openForWork(ctx.app, ctx.cabinet.id, work)

/** @throws Refusal integration_not_on_demo */
export function expectNoDemo(ctx: OutsideCtx): void {
  if (isOnDemo(ctx)) throw refuse('integration_not_on_demo')
}

/** @throws Refusal integration_not_configured */
async function expectIntegration(db: CabinetDb): Promise<sql.IntegrationRow> {
  const row = await sql.findIntegration(db)
  if (!row) throw refuse('integration_not_configured')
  return row
}

/** Records a system that has no connector yet; the call notifies support. @throws Refusal crm_name_known */
export async function addWish(ctx: OutsideCtx, name: string): Promise<void> {
  expectNoDemo(ctx)
  if (name === '') throw refuse('invalid_input', {}, { otherName: { code: 'required' } })
  const isKnown = CONNECTORS.some((one) =>
    [one.name, one.title].some((text) => text.toLowerCase() === name.toLowerCase()),
  )
  const isNew = !isKnown && (await inside(ctx, (db) => sql.insertWish(db, name, ctx.app.clock.now())))
  if (!isNew) throw refuse('crm_name_known', { name }, { otherName: { code: 'crm_name_known', detail: { name } } })
}

const possible = ({ read, write, rewrite }: SyncFlags, { abilities }: Connector) => ({
  is_read: read && abilities.reads,
  is_write: write && abilities.writes,
  is_rewrite: rewrite && read && abilities.reads,
})

const differs = (one: Settings, other: Settings, names: readonly string[]) =>
  names.some((name) => (one[name] ?? '') !== (other[name] ?? ''))
/** When these change, clients have other ids in the CRM. */
const PLACE_FIELDS = ['server', 'organizationId'] as const

/** @throws Refusal what is wrong with the access, and nothing is saved */
export async function saveIntegration(ctx: OutsideCtx, input: Input): Promise<Integration> {
  const { app } = ctx
  expectNoDemo(ctx)
  const connector = connectorFor(input.type)
  const stored = await inside(ctx, sql.findIntegration)
  if (stored && stored.type !== connector.name) throw refuse('integration_exists')
  const settings = readSettings(app, connector, stored, input.settings)
  const before = stored && openSettings(app, stored)
  const isChanged = !before || stored.is_stopped || differs(settings, before, Object.keys(connector.settings.shape))
  if (isChanged) await checkAccess(app, connector, settings)
  const account = isChanged ? await readAccount(app, connector, settings) : stored.account
  const now = app.clock.now()
  const id = stored?.id ?? crypto.randomUUID()
  const row = {
    ...sealSettings(app, ctx.cabinet.id, id, connector, settings),
    ...possible(input.flags, connector),
    categories: connector.abilities.categories ? input.categories : [],
    account,
  }
  return inside(ctx, async (db) => {
    if (!stored && !(await sql.insertIntegration(db, { ...row, id, type: connector.name }, now)))
      throw refuse('integration_exists')
    // Its id too: it may have been deleted and created again with the same version.
    if (stored && !(await sql.updateIntegration(db, { id, version: input.version }, row, now)))
      throw refuse('version_conflict')
    const isElsewhere = before !== undefined && differs(settings, before, PLACE_FIELDS)
    if (isElsewhere || (stored && stored.account !== '' && stored.account !== account)) await sql.forgetLinks(db)
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
  await runs.forgetRuns(ctx.db)
  await sql.deleteIntegration(ctx.db)
  return readIntegration(ctx, ctx.db)
}

export async function checkIntegration(
  ctx: OutsideCtx,
  input: { type: string; settings: Settings; step?: CheckStep | undefined },
) {
  expectNoDemo(ctx)
  const connector = connectorFor(input.type)
  const settings = readSettings(ctx.app, connector, await inside(ctx, sql.findIntegration), input.settings)
  const choices = await checkAccess(ctx.app, connector, settings, input.step)
  return { choices: Object.fromEntries(Object.entries(choices).map(([field, all]) => [field, [...all]])) }
}

/** @throws Refusal what is wrong with its access, when it would be switched on */
export async function switchIntegration(ctx: OutsideCtx, isOn: boolean): Promise<Integration> {
  const { app } = ctx
  const row = await inside(ctx, expectIntegration)
  if (isOn) {
    expectNoDemo(ctx)
    await checkAccess(app, connectorFor(row.type), openSettings(app, row))
  }
  return inside(ctx, async (db) => {
    if (!isOn) await runs.endOpenRuns(db, app.clock.now())
    await sql.setOn(db, row.id, isOn, app.clock.now())
    if (isOn) await startUnlessBegun(app, db)
    return readIntegration(ctx, db)
  })
}

/** Everybody is looked up before the first exchange. A system that we neither write nor read has none. */
async function startUnlessBegun(app: App, db: CabinetDb): Promise<void> {
  const row = await expectIntegration(db)
  const { reads, writes } = connectorFor(row.type).abilities
  if (row.begun_at !== null) return
  if (!reads && !writes) await sql.setBegun(db, row.policy, app.clock.now())
  else if (row.look_state !== 'running') await startLook(app, db)
}

/** @param organizationId of another organisation than the connected one; '' asks for that */
export async function listCategories(ctx: OutsideCtx, organizationId: string) {
  const row = await inside(ctx, expectIntegration)
  const connector = connectorFor(row.type)
  if (!connector.abilities.categories) throw refuse('integration_not_configured')
  return callCrm(ctx.app, connector, openSettings(ctx.app, row), async (verbs) => [
    ...((await verbs.listCategories?.(organizationId)) ?? []),
  ])
}

const syncReply = (row: rows.ClientSyncRow): ClientSync => ({
  state: row.state,
  flags: { read: row.is_read, write: row.is_write, rewrite: row.is_rewrite },
  crmId: row.crm_id,
  writtenAt: iso(row.written_at),
  readAt: iso(row.read_at),
  fault: row.fault,
  doubt: row.doubt,
  category: row.category === null ? null : { name: row.category, bonusPercent: row.category_percent },
})

export async function clientSyncStates(db: CabinetDb, ids: readonly string[]): Promise<Map<string, ClientSyncState>> {
  return new Map((await rows.clientSyncs(db, ids)).map((row) => [row.id, row.state]))
}

/**
 * Amounts of a client that only the CRM changes: a change made here would be lost with its next reading. What we may
 * move there too is changed here, and goes out as an operation.
 */
export async function amountsKeptThere(db: CabinetDb, clientId: string): Promise<ReadonlySet<AmountKind>> {
  const row = await sql.findIntegration(db)
  const [sync] = row?.is_on ? await rows.clientSyncs(db, [clientId]) : []
  if (!row || !sync?.is_read || sync.crm_id === null) return new Set()
  const abilities = connectorFor(row.type).amounts(row.settings, row.categories)
  return new Set(
    AMOUNT_KINDS.filter((kind) => abilities[kind] === 'read' || (abilities[kind] === 'both' && !sync.is_write)),
  )
}

/** Whether the CRM has amounts of this client too: a merge would count them twice. */
export async function sharesAmounts(db: CabinetDb, clientId: string): Promise<boolean> {
  const row = await sql.findIntegration(db)
  const [sync] = row?.is_on ? await rows.clientSyncs(db, [clientId]) : []
  if (!row || !sync || sync.crm_id === null) return false
  const abilities = connectorFor(row.type).amounts(row.settings, row.categories)
  return AMOUNT_KINDS.some((kind) => abilities[kind] !== 'none')
}

/** Whether anything is kept here about the client in the CRM. */
export const isLinked = (db: CabinetDb, clientId: string): Promise<boolean> => rows.isLinked(db, clientId)

/** Forgets which client of the CRM this was; what the CRM has stays there. */
export const forgetLinkOf = (db: CabinetDb, clientId: string): Promise<boolean> => rows.forgetClient(db, clientId)

/** @throws Refusal client_not_found */
export async function readClientSync(db: CabinetDb, id: string): Promise<ClientSync | null> {
  await getClient(db, id)
  const [row] = await rows.clientSyncs(db, [id])
  return row ? syncReply(row) : null
}

/** @throws Refusal client_not_found, integration_not_configured */
export async function saveClientSync(db: CabinetDb, id: string, flags: SyncFlags): Promise<ClientSync> {
  await getClient(db, id)
  const connector = connectorFor((await expectIntegration(db)).type)
  await rows.setFlags(db, id, possible(flags, connector))
  const [row] = await rows.clientSyncs(db, [id])
  if (!row) throw refuse('integration_not_configured')
  return syncReply(row)
}

const SHOWN = 100
export async function unsyncedClients(db: CabinetDb) {
  const clients = await rows.waitingClients(db, SHOWN)
  return {
    ...(await rows.countWaiting(db)),
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
