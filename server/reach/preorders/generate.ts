/**
 * Makes the cards of a run and sends their links, one after another, each in a transaction of its own. Killed
 * anywhere, the next worker goes on with the next client: an email is queued with the row that says so, and a client is
 * marked before the provider is asked for an SMS, so that none is sent twice. An SMS whose outcome nobody knows is left
 * to the owner.
 */
import { z } from 'zod'
import { LASTING_FAILURES } from '../../../contract/people/sms-providers.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import {
  bulkRoute,
  type Delivered,
  deliverSms,
  linkText,
  prepareSms,
  type Ready,
} from '../../people/verification/verification.ts'
import { getClient, lockClients, phoneOf } from '../../people/clients/clients.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { queueCardEmail } from '../holders/holders.ts'
import { installUrl, wholeCard } from '../passes/passes.ts'
import { endOne, nextCard } from './designs.ts'
import { waysTo } from './plan.ts'
import * as runSql from './run-sql.ts'
import type { PreorderRow, RunRow, Why } from './sql.ts'

/** No provider takes longer to answer; afterwards a worker that has not stored the answer is lost. */
const SENDING_MS = 2 * MINUTE_MS
/** When a provider that is away is asked again. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 240]

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
type Which = z.infer<typeof Which>

/** `send`: an SMS that is stored and marked, to be sent after the commit. */
export type Step = { kind: 'over' } | { kind: 'next' } | { kind: 'send'; clientId: string; ready: Ready }

export const generateCards: Job<Which> = defineJob({
  name: 'generate-cards',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    for (;;) {
      const step = await openForPublic(app, { id: cabinetId }, ({ domain }, db) => takeNext(app, db, domain, id))
      if (step.kind === 'over') return
      if (step.kind === 'send')
        await deliverSms(app, cabinetId, step.ready, (db, delivered) => settle(app, db, id, step.clientId, delivered))
    }
  },
  giveUp: (app, { cabinetId, id }) => openForWork(app, cabinetId, (db) => stop(app, db, id, 'fault')),
})

async function stop(app: App, db: CabinetDb, id: string, why: Why): Promise<void> {
  const run = await runSql.lockRun(db, id)
  if (run?.state !== 'running') return
  await runSql.stopRun(db, id, why, app.clock.now())
  await notifyOpenPages(db)
}

/** The next client of the run, or its end. */
export async function takeNext(app: App, db: CabinetDb, domain: string, id: string): Promise<Step> {
  const run = await runSql.lockRun(db, id)
  if (run?.state !== 'running') return { kind: 'over' }
  const now = app.clock.now()
  if (!(await canSign(app, db))) {
    await stop(app, db, id, 'not_active')
    return { kind: 'over' }
  }
  await runSql.giveUpSending(db, id, new Date(now.getTime() - SENDING_MS), now)
  const next = await runSql.nextQueued(db, id, now)
  if (next) {
    // The client first, as a form does that gives him the card.
    await lockClients(db, [next.client_id])
    const row = await runSql.lockQueued(db, id, next.client_id)
    return row ? sendLink(app, db, domain, run, row) : { kind: 'next' }
  }
  const at = await runSql.nextMoment(db, id, SENDING_MS)
  if (at === null) {
    await runSql.updateRun(db, id, { state: 'done', resumes_at: null, ended_at: now })
    await notifyOpenPages(db)
    return { kind: 'over' }
  }
  await runSql.updateRun(db, id, { resumes_at: at })
  const afterSeconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000))
  await app.jobs.enqueue(db.tx, generateCards, { cabinetId: db.cabinetId, id }, { afterSeconds })
  return { kind: 'over' }
}

async function sendLink(app: App, db: CabinetDb, domain: string, run: RunRow, row: PreorderRow): Promise<Step> {
  const now = app.clock.now()
  const client = await getClient(db, row.client_id)
  const pass = await nextCard(app, db, client, row)
  if (run.resumes_at) await runSql.updateRun(db, run.id, { resumes_at: null })
  const link = installUrl(app, domain, db.cabinetId, pass.id)
  const { card, lang } = await wholeCard(db, pass)
  const save = (change: Parameters<typeof runSql.updatePreorder>[2]) =>
    runSql.updatePreorder(db, client.id, { ...change, changed_at: now })
  for (const way of waysTo(client, row, run.prefers, await bulkRoute(db))) {
    if (way === 'email') {
      await queueCardEmail(app, db, client.id, 'card_ready', pass.id)
      await endOne(db, client.id, { state: 'sent', channel: 'email', changed_at: now })
      return { kind: 'next' }
    }
    const text = await linkText(db, lang, { link, name: client.name, organisation: card.organisation })
    const wanted = { purpose: 'link', phone: phoneOf(client), text, ip: null, isBulk: true } as const
    const ready = await prepareSms(app, db, wanted)
    if (ready.kind === 'ready') {
      await save({ state: 'sending', channel: 'sms' })
      return { kind: 'send', clientId: client.id, ready }
    }
    if (ready.kind === 'spent') {
      await save({ next_at: new Date(now.getTime() + Math.min(ready.waitMs, DAY_MS)) })
      return { kind: 'next' }
    }
  }
  await endOne(db, client.id, { state: 'failed', channel: null, changed_at: now })
  return { kind: 'next' }
}

/** Runs in the transaction that stores the provider's answer. */
async function settle(app: App, db: CabinetDb, runId: string, clientId: string, delivered: Delivered): Promise<void> {
  const now = app.clock.now()
  const run = await runSql.lockRun(db, runId)
  const save = (change: Parameters<typeof runSql.updatePreorder>[2]) =>
    runSql.updatePreorder(db, clientId, { ...change, changed_at: now })
  if (delivered.kind === 'sent')
    return delivered.isCertain ? endOne(db, clientId, { state: 'sent', changed_at: now }) : save({ state: 'unsure' })
  const { failure } = delivered
  // The provider has just had the same text for the same number.
  if (failure === 'duplicate') return save({ state: 'unsure' })
  await save({ state: 'queued', channel: null })
  if (LASTING_FAILURES.includes(failure)) return run && stop(app, db, runId, failure)
  const tries = await runSql.countTry(db, clientId)
  const minutes = failure === 'temporary' || failure === 'throttled' ? BACKOFF_MINUTES[tries - 1] : undefined
  // The next round tries the other way, or gives up.
  if (minutes === undefined) return save({ sms_failure: failure })
  return save({ next_at: new Date(now.getTime() + minutes * MINUTE_MS) })
}
