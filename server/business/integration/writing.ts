/**
 * The run that writes changed clients to the CRM, once a Moscow day. It goes on after the last client that was settled,
 * so a worker that dies repeats one at most.
 */
import { z } from 'zod'
import { type CrmFault, integration as contract } from '../../../contract/business/integration.ts'
import type { SyncStatus } from '../../../contract/business/crm-sync.ts'
import { DAY_MS, moscowDay, moscowTimeText, nextMoscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { refusals } from '../../base/refusal.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Connector } from '../../engines/crm/connector.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Rejected, Unreachable } from '../../engines/crm/troubles.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { issueMissing } from '../../reach/passes/passes.ts'
import { eachRunning, withCrm } from './access.ts'
import { askAgain } from './ask-again.ts'
import * as rows from './clients-sql.ts'
import { beginPart } from './begin-part.ts'
import { exchangeClient, type Searching } from './exchange.ts'
import { about } from './exchanges.ts'
import type { Crm } from './held.ts'
import { changeLink, faultOf } from './links-sql.ts'
import { notifyFailed, notifyGivenUp, notifyRefused } from './notices.ts'
import { enqueueReading } from './reading.ts'
import { checkFields } from './field-check.ts'
import { syncStatus } from './run-status.ts'
import * as runs from './runs-sql.ts'
import * as sql from './sql.ts'
import { countWaiting } from './standings-sql.ts'

const refuse = refusals(contract)
/** Clients in one turn of the job: a worker that dies repeats one of them at most. */
const TURN = 50
/** Clients whose first step is taken together; not more, so that what was read is fresh when it is sent. */
const TOGETHER = 10
/** Waits between tries while the CRM is not reached. After the last one the owner is notified. */
const WAITS_S = [30, 60, 120, 300, 600] as const

const Run = z.object({ cabinetId: z.int(), runId: z.uuid() })
type Run = z.infer<typeof Run>

/** @throws Refusal integration_not_configured, integration_not_active */
export async function expectActive(db: CabinetDb): Promise<sql.IntegrationRow> {
  const integration = await sql.findIntegration(db)
  if (!integration) throw refuse('integration_not_configured')
  if (!integration.is_on || integration.is_stopped || integration.begun_at === null)
    throw refuse('integration_not_active')
  return integration
}

/**
 * Tries clients again that were refused or are in doubt, as a run of its own beside the one of the day.
 * @param ids null: all of them
 * @throws Refusal integration_not_configured, integration_not_active
 */
export async function startRetry(app: App, db: CabinetDb, ids: readonly string[] | null): Promise<SyncStatus> {
  const now = app.clock.now()
  await expectActive(db)
  const { refused, doubt, field } = await rows.countTroubled(db, ids)
  const run = { id: crypto.randomUUID(), moscow_day: moscowDay(now), total: refused + doubt + field, created_at: now }
  const isFree = (await runs.latestRun(db))?.ended_at !== null && run.total > 0
  if (isFree && (await runs.insertRetry(db, run, ids))) {
    await app.jobs.enqueue(db.tx, writeClients, { cabinetId: db.cabinetId, runId: run.id })
    await notifyOpenPages(db)
  }
  return syncStatus(db, now)
}

/**
 * Starts the run of the day when the caller's transaction commits.
 * @throws Refusal integration_not_configured, integration_not_active, sync_once_a_day
 */
export async function startRun(app: App, db: CabinetDb): Promise<SyncStatus> {
  const now = app.clock.now()
  const integration = await expectActive(db)
  const status = await syncStatus(db, now)
  if ((await runs.latestRun(db))?.ended_at === null) return status
  const { total } = await countWaiting(db, integration)
  if (total === 0) return status
  const latest = await runs.latestOfDay(db)
  const day = moscowDay(now)
  let runId: string = crypto.randomUUID()
  if (latest?.moscow_day === day && latest.state === 'failed') {
    runId = latest.id
    await runs.updateRun(db, runId, {
      state: 'queue',
      total,
      done: 0,
      failed: 0,
      tries: 0,
      cursor: null,
      started_at: null,
      ended_at: null,
    })
  } else if (!(await runs.insertRun(db, { id: runId, moscow_day: day, total, created_at: now }))) {
    throw refuse('sync_once_a_day', { next: moscowTimeText(nextMoscowDay(now)) })
  }
  await app.jobs.enqueue(db.tx, writeClients, { cabinetId: db.cabinetId, runId })
  await notifyOpenPages(db)
  return syncStatus(db, now)
}

type Turn = { connector: Connector; row: sql.IntegrationRow; domain: string; run: runs.RunRow }

/** Opens a run for a turn of work; ends one whose integration is gone or off. */
async function openTurn(app: App, { cabinetId, runId }: Run): Promise<Turn | undefined> {
  return openForPublic(app, { id: cabinetId }, async ({ domain }, db) => {
    const [run, row] = [await runs.lockRun(db, runId), await sql.findIntegration(db)]
    if (!run || run.ended_at !== null) return undefined
    const now = app.clock.now()
    const connector = row && connectorOf(row.type)
    if (!connector || !row.is_on || row.is_stopped || row.begun_at === null) {
      await runs.updateRun(db, runId, { state: 'failed', ended_at: now })
      return undefined
    }
    await runs.updateRun(db, runId, { state: 'running', started_at: run.started_at ?? now })
    return { connector, row, domain, run }
  })
}

async function dueOf(db: CabinetDb, { retry, cursor: after, client_ids: ids }: runs.RunRow): Promise<string[]> {
  if (retry === 0) return rows.waitingAfter(db, after, TURN)
  return (await rows.troubledAfter(db, { after, ids }, TURN)).map(({ id }) => id)
}

/** Writes one client and counts it. @throws what affects more than this client */
async function writeOne(
  app: App,
  run: Run,
  crm: Crm,
  { clientId, tries, begun }: { clientId: string; tries: number; begun: Searching | undefined },
): Promise<void> {
  const { cabinetId, runId } = run
  const count = (db: CabinetDb, isDone: boolean) => runs.countClient(db, runId, { clientId, isDone })
  const settle = (work: (db: CabinetDb) => Promise<void>) => openForWork(app, cabinetId, work)
  try {
    const atEnd = (db: CabinetDb) => count(db, true)
    const once = (now: number) =>
      about(clientId, () => exchangeClient(app, crm, clientId, { atEnd, ...(now === tries && { begun }) }), now)
    const outcome = await askAgain(once, tries)
    if (outcome === 'written') return
    await settle(async (db) => {
      // Of a client that is not written, only what comes from the CRM can be in trouble: it is read anew.
      if (outcome === 'kept') await changeLink(db, clientId, { fault: null, doubt: null, is_stale: true })
      await count(db, outcome !== 'doubt')
    })
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    await settle(async (db) => {
      await changeLink(db, clientId, faultOf(error))
      await count(db, false)
    })
  }
}

async function endTurn(app: App, run: Run, { connector, run: ended }: Turn, isOver: boolean): Promise<void> {
  await openForWork(app, run.cabinetId, async (db) => {
    const now = app.clock.now()
    if (!isOver) return app.jobs.enqueue(db.tx, writeClients, run)
    await runs.updateRun(db, run.runId, { state: 'done', ended_at: now })
    await sql.markReached(db, { last_write_at: now })
    // The person who tries clients again sees what comes of it.
    if (ended.retry === 0) await notifyRefused(app, db, run.runId, titleOf(connector.name))
    await enqueueReading(app, db)
  })
}

async function stopRun(
  app: App,
  { cabinetId, runId }: Run,
  title: string,
  fault: { code: CrmFault; field: string | null; isStopped: boolean },
): Promise<void> {
  await openForWork(app, cabinetId, async (db) => {
    const now = app.clock.now()
    await runs.updateRun(db, runId, { state: 'failed', ended_at: now })
    await sql.setFault(db, fault, now)
    await notifyFailed(app, db, title)
  })
}

/**
 * The CRM was not reached: the run waits longer each time, and the last time it ends. A CRM that asks for a pause gets
 * exactly that; it is no failure.
 */
async function waitOrGiveUp(app: App, run: Run, title: string, error: Unreachable): Promise<void> {
  const tries = await openForWork(app, run.cabinetId, async (db) => {
    const row = await runs.lockRun(db, run.runId)
    const afterSeconds = row && pauseOf(row, error, app.clock.now())
    if (!row || afterSeconds === undefined) return undefined
    const nextTries = error.reason === 'throttled' ? row.tries : row.tries + 1
    await runs.updateRun(db, run.runId, { state: 'waiting', tries: nextTries })
    await app.jobs.enqueue(db.tx, writeClients, run, { afterSeconds })
    return nextTries
  })
  app.log.warn({ cabinetId: run.cabinetId, tries, error: error.message }, 'a CRM was not reached')
  if (tries === undefined) await stopRun(app, run, title, { code: 'connection_lost', field: null, isStopped: false })
}

/** @returns undefined: it has waited long enough */
function pauseOf(row: runs.RunRow, { reason, retryAfterMs = 0 }: Unreachable, now: Date): number | undefined {
  const pause = Math.ceil(retryAfterMs / 1000)
  if (reason !== 'throttled') {
    const wait = WAITS_S[row.tries]
    return wait === undefined ? undefined : Math.max(wait, pause)
  }
  const isOld = now.getTime() - (row.started_at ?? row.created_at).getTime() > DAY_MS
  return isOld ? undefined : pause || WAITS_S[0]
}

export const writeClients: Job<Run> = defineJob({
  name: 'write-clients',
  shape: Run,
  retry: { limit: 5, delaySeconds: 10 },
  atOnce: 2,
  async handle(app, run) {
    const turn = await openTurn(app, run)
    if (!turn) return
    const title = titleOf(turn.connector.name)
    try {
      const isOver = await withCrm(app, { cabinetId: run.cabinetId, ...turn }, async (opened) => {
        const crm = await checkFields(app, opened)
        const part = await openForWork(app, run.cabinetId, async (db) => {
          const due = await dueOf(db, turn.run)
          await issueMissing(app, db, due)
          return due
        })
        for (let from = 0; from < part.length; from += TOGETHER) {
          const together = part.slice(from, from + TOGETHER)
          const begun = await beginPart(app, crm, together)
          for (const clientId of together) {
            const tries = clientId === part[0] ? turn.run.tries + 1 : 1
            await writeOne(app, run, crm, { clientId, tries, begun: begun.get(clientId) })
          }
        }
        return part.length < TURN
      })
      await endTurn(app, run, turn, isOver)
    } catch (error) {
      if (error instanceof Misconfigured)
        await stopRun(app, run, title, { code: error.fault, field: error.field, isStopped: true })
      else if (error instanceof Unreachable) await waitOrGiveUp(app, run, title, error)
      else throw error
    }
  },
  giveUp: (app, { cabinetId, runId }) =>
    openForWork(app, cabinetId, async (db) => {
      await runs.updateRun(db, runId, { state: 'failed', ended_at: app.clock.now() })
      await notifyGivenUp(app, db)
    }),
})

/** At the end of the day, so that a person who presses the button still has the day's run. */
export const writeDaily: Job<Nothing> = defineJob({
  name: 'write-clients-daily',
  shape: Nothing,
  every: '30 23 * * *',
  handle: (app) =>
    eachRunning(app, async (db) => {
      const latest = await runs.latestOfDay(db)
      const isFree = latest?.moscow_day !== moscowDay(app.clock.now()) || latest.state === 'failed'
      if (isFree && (await sql.findIntegration(db))) await startRun(app, db)
    }),
})
