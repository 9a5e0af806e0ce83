/**
 * Cards that come later. Without an active certificate, or while the owner has paused it, a filled form keeps what was
 * entered; afterwards a run makes the cards and sends each client the link, once.
 */
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import {
  type CardActivation,
  type GenerationStatus,
  preorders as contract,
  type Channel,
} from '../../../contract/reach/preorders.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { activeCertificate, canSign } from '../../cards/certificates/certificates.ts'
import { clientsByIds, lockClients, nameOfClient, type RowsOfPeople } from '../../people/clients/clients.ts'
import { bulkRoute } from '../../people/verification/verification.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import * as designsSql from './designs-sql.ts'
import { generateCards } from './generate.ts'
import { digestOf, planLinks } from './plan.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const LEFT_MAX = 50

export { generateCards }

/** Whether a filled form gives its card at once. */
export async function areCardsGiven(app: App, db: CabinetDb): Promise<boolean> {
  return (await canSign(app, db)) && !(await sql.issuingOf(db))?.is_paused
}

/** The day that forms promise; null when there is none, or when it is over. */
export async function promisedDay(app: App, db: CabinetDb): Promise<string | null> {
  const day = (await sql.issuingOf(db))?.expected_on ?? null
  return day !== null && day >= moscowDay(app.clock.now()) ? day : null
}

/** @param email the address that the client himself has given; undefined where a stranger may have */
export async function keepPreorder(
  app: App,
  db: CabinetDb,
  { clientId, templateId, email }: { clientId: string; templateId: string; email: string | undefined },
): Promise<void> {
  const at = app.clock.now()
  await Promise.all([
    sql.upsertPreorder(db, { client_id: clientId, email_digest: email ? digestOf(email) : null, at }),
    designsSql.addDesign(db, clientId, templateId, at),
  ])
}

/** Many clients of an import at once; their address is the one that the business has. */
export async function keepPreorders(
  app: App,
  db: CabinetDb,
  clients: readonly { id: string; templateId: string; email: string }[],
): Promise<void> {
  const at = app.clock.now()
  const rows = clients.map((one) => ({ ...one, digest: one.email === '' ? null : digestOf(one.email) }))
  await sql.insertPreorders(db, rows, at)
  await designsSql.addDesigns(db, rows, at)
}

/** Of these people, those who have reserved a card. */
export const whoReserved = (db: CabinetDb, people: RowsOfPeople): Promise<ReadonlySet<string>> =>
  sql.clientsAmong(db, people)

/** The client has got the card of a design at the form, so its link is not sent. */
export async function endPreorder(app: App, db: CabinetDb, clientId: string, templateId: string): Promise<void> {
  // Sent together, and in the order in which the job locks them that sends the link.
  await Promise.all([
    lockClients(db, [clientId]),
    sql.lockPreorder(db, clientId),
    designsSql.dropTaken(db, clientId, templateId),
    sql.setTaken(db, clientId, designsSql.waitsForNone(db), app.clock.now()),
  ])
}

/** Of a client who is erased: nobody waits, and the address is gone. */
export function forgetPreorder(db: CabinetDb, clientId: string): Promise<void> {
  return sql.deletePreorder(db, clientId)
}

export async function readActivation(app: App, db: CabinetDb): Promise<CardActivation> {
  const [own, certificate, counts] = await Promise.all([sql.issuingOf(db), activeCertificate(db), sql.countStates(db)])
  const isValid = certificate !== undefined && app.clock.now() < certificate.expires_at
  return {
    isActive: isValid && !own?.is_paused,
    isPaused: own?.is_paused ?? false,
    certificate: !certificate ? 'none' : !isValid ? 'expired' : certificate.is_test ? 'test' : 'own',
    expectedOn: own?.expected_on ?? null,
    waiting: counts.waiting ?? 0,
  }
}

/** @throws Refusal cards_not_active, invalid_input for a day that is over */
export async function activate(
  app: App,
  db: CabinetDb,
  { isActive, expectedOn }: { isActive: boolean; expectedOn: string | null },
): Promise<CardActivation> {
  if (isActive && !(await canSign(app, db))) throw refuse('cards_not_active')
  const now = app.clock.now()
  if (expectedOn !== null && expectedOn < moscowDay(now))
    throw refuseAny('invalid_input', {}, { expectedOn: { code: 'end_in_past' } })
  await sql.saveIssuing(db, { is_paused: !isActive, expected_on: isActive ? null : expectedOn, changed_at: now })
  return readActivation(app, db)
}

export async function readGeneration(app: App, db: CabinetDb, domain: string): Promise<GenerationStatus> {
  const [counts, latest, route] = await Promise.all([sql.countStates(db), sql.latestRun(db), bulkRoute(db)])
  const waiting = counts.waiting ?? 0
  return {
    state:
      latest?.state === 'running'
        ? 'queue'
        : waiting === 0
          ? 'no_cards'
          : (await areCardsGiven(app, db))
            ? 'allow'
            : 'has_cards',
    waiting,
    unsure: counts.unsure ?? 0,
    plans: await planLinks(app, db, domain, ['waiting'], route),
    smsProvider: route?.provider ?? null,
    smsPerDay: route?.perDay ?? 0,
    run: latest ? await readRun(db, latest) : null,
    left: await readLeft(db),
  }
}

async function readRun(db: CabinetDb, row: sql.RunRow): Promise<NonNullable<GenerationStatus['run']>> {
  return {
    ...(await countsOf(db, row.id)),
    id: row.id,
    prefers: row.prefers,
    state: row.state,
    why: row.why,
    total: row.total,
    startedAt: row.started_at.toISOString(),
    resumesAt: row.resumes_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

async function countsOf(db: CabinetDb, runId: string) {
  const counts = await sql.countRun(db, runId)
  const of = (state: sql.PreorderState, channel?: Channel) =>
    counts
      .filter((one) => one.state === state && (channel === undefined || one.channel === channel))
      .reduce((sum, one) => sum + one.count, 0)
  const each = {
    sms: of('sent', 'sms'),
    email: of('sent', 'email'),
    taken: of('taken'),
    unsure: of('unsure'),
    failed: of('failed'),
  }
  return { ...each, done: Object.values(each).reduce((sum, one) => sum + one, 0) }
}

async function readLeft(db: CabinetDb): Promise<GenerationStatus['left']> {
  const rows = await sql.preordersIn(db, ['unsure', 'failed'], null, LEFT_MAX)
  const names = new Map(
    (
      await clientsByIds(
        db,
        rows.map((row) => row.client_id),
      )
    ).map((one) => [one.id, nameOfClient(one)]),
  )
  return rows.map((row) => ({
    id: row.client_id,
    name: names.get(row.client_id) ?? '',
    state: row.state === 'unsure' ? 'unsure' : 'failed',
  }))
}

/** @throws Refusal cards_not_active, nobody_waits, generation_running */
export async function startGeneration(
  app: App,
  db: CabinetDb,
  { prefers, isAgain }: { prefers: Channel; isAgain: boolean },
): Promise<void> {
  if (!(await areCardsGiven(app, db))) throw refuse('cards_not_active')
  const now = app.clock.now()
  const id = crypto.randomUUID()
  if (!(await sql.insertRun(db, { id, prefers, total: 0, started_at: now }))) throw refuse('generation_running')
  const total = await sql.queueWaiting(db, id, isAgain ? ['waiting', 'unsure'] : ['waiting'], now)
  if (total === 0) throw refuse('nobody_waits')
  await sql.setTotal(db, id, total)
  await app.jobs.enqueue(db.tx, generateCards, { cabinetId: db.cabinetId, id })
  await notifyOpenPages(db)
}

const STATES = { running: 'running', done: 'done', stopped: 'failed' } as const

/** The run that goes on or has just ended, for the list of running work. */
export async function runningGenerations(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  const latest = await sql.latestRun(db)
  if (!latest || (latest.ended_at && latest.ended_at <= since)) return []
  const { done, unsure, failed } = await countsOf(db, latest.id)
  return [
    {
      kind: 'preorders',
      id: latest.id,
      subjectId: null,
      name: '',
      state: STATES[latest.state],
      done,
      total: latest.total,
      failed: failed + unsure,
      startedAt: latest.started_at.toISOString(),
      endedAt: latest.ended_at?.toISOString() ?? null,
    },
  ]
}
