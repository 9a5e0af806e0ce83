/**
 * Applies events that have arrived: each is verified, those that tell what we know are left, and the others are looked
 * at as a reading does. Nothing is taken over from an event itself, so one that is applied twice changes nothing more.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import type { HookContext, HookSubject, Received } from '../../engines/crm/hooks.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import { openSettings, withCrm } from './access.ts'
import { baseOf } from './both-sides.ts'
import { clientOfCrm } from './clients-sql.ts'
import { type Crm, lockBoth } from './held.ts'
import * as sql from './hooks-sql.ts'
import { noteTrouble, pauseSeconds, readPeople } from './reading.ts'
import { AMOUNT_NAMES, KIND_OF } from './rebase.ts'
import { findIntegration } from './sql.ts'
import { applicationOf } from './tokens.ts'
import { findTokens } from './tokens-sql.ts'

/** Events in one step, and steps of one job. */
const PART = 50
const STEPS = 20
const TRIES_MAX = 8

const Cabinet = z.object({ cabinetId: z.int() })
type Cabinet = z.infer<typeof Cabinet>

export const eventPlace = (cabinetId: number, id: string) => ({
  cabinetId,
  table: 'crm_hook_events',
  column: 'sealed',
  row: id,
})

export async function enqueueEvents(app: App, db: CabinetDb, afterSeconds = 0): Promise<void> {
  const key = String(db.cabinetId)
  await app.jobs.enqueue(
    db.tx,
    applyEvents,
    { cabinetId: db.cabinetId },
    { key, ...(afterSeconds && { afterSeconds }) },
  )
}

type Judged = { id: string; isForged: boolean; subjects: readonly HookSubject[]; documents: readonly string[] }

function judge(app: App, crm: Omit<Crm, 'verbs'>, context: HookContext, event: sql.EventRow): Judged {
  const { hooks } = crm.connector
  if (!hooks || event.sealed === null) return { id: event.id, isForged: true, subjects: [], documents: [] }
  const received = JSON.parse(app.keys.open(event.sealed, eventPlace(crm.cabinetId, event.id)).toString()) as Received
  const isForged = !hooks.verify(received, context)
  return {
    id: event.id,
    isForged,
    subjects: isForged ? [] : hooks.subjects(received),
    documents: isForged ? [] : (hooks.documents?.(received) ?? []),
  }
}

/** Whether all that the event shows is known here, as after a change of our own. */
async function isKnown(db: CabinetDb, crm: Omit<Crm, 'verbs'>, { crmId, seen }: HookSubject): Promise<boolean> {
  const clientId = seen && (await clientOfCrm(db, crmId))
  const both = clientId === undefined ? undefined : await lockBoth(db, crm, clientId)
  if (!seen || !both || both.link.met_at === null || both.link.operation_id !== null) return false
  const { client, link, exchange } = both
  const base = baseOf(link)
  return (
    (seen.tel === '' || seen.tel === link.their_tel) &&
    AMOUNT_NAMES.every(
      (name) => exchange.abilities[KIND_OF[name]] === 'none' || (seen.amounts[name] ?? null) === base[name],
    ) &&
    Object.entries(seen.person).every(
      ([name, value]) => name === 'tel' || value === client[name as keyof typeof client],
    )
  )
}

const idsOf = (subjects: readonly HookSubject[]) => [...new Set(subjects.map(({ crmId }) => crmId))]

/** @returns false: nothing waits any more */
async function applyNext(app: App, of: Omit<Crm, 'verbs'>, context: HookContext): Promise<boolean> {
  const { cabinetId } = of
  const work = await openForWork(app, cabinetId, async (db) => {
    const settled: sql.Settled[] = []
    const open: Judged[] = []
    const events = await sql.waitingEvents(db, PART)
    for (const one of events.map((event) => judge(app, of, context, event))) {
      const crmIds = idsOf(one.subjects)
      if (one.isForged) settled.push({ id: one.id, state: 'forged', crmIds })
      else if (crmIds.length + one.documents.length === 0) settled.push({ id: one.id, state: 'done', crmIds })
      else if (one.documents.length === 0 && (await areKnown(db, of, one.subjects)))
        settled.push({ id: one.id, state: 'echo', crmIds })
      else open.push(one)
    }
    await sql.settleEvents(db, settled, app.clock.now())
    return { open, isMore: events.length === PART }
  })
  if (work.open.length === 0) return work.isMore
  let owners: ReadonlyMap<string, string> = new Map()
  const about = ({ subjects, documents }: Judged) => [
    ...new Set([...idsOf(subjects), ...documents.flatMap((one) => owners.get(one) ?? [])]),
  ]
  const settle = (state: 'done' | 'failed') =>
    openForWork(app, cabinetId, (db) =>
      sql.settleEvents(
        db,
        work.open.map((one) => ({ id: one.id, state, crmIds: about(one) })),
        app.clock.now(),
      ),
    )
  try {
    await withCrm(app, of, async (crm) => {
      const documents = [...new Set(work.open.flatMap((one) => one.documents))]
      if (documents.length > 0) owners = (await crm.verbs.ownersOf?.(documents)) ?? owners
      await readPeople(app, crm, [...new Set(work.open.flatMap(about))])
    })
  } catch (error) {
    if (error instanceof Misconfigured) await settle('failed')
    if (error instanceof Unreachable)
      await openForWork(app, cabinetId, async (db) => {
        const ids = work.open.map(({ id }) => id)
        await sql.noteTry(db, ids, TRIES_MAX, app.clock.now())
        await enqueueEvents(app, db, pauseSeconds(error))
      })
    throw error
  }
  await settle('done')
  return work.isMore
}

async function areKnown(db: CabinetDb, crm: Omit<Crm, 'verbs'>, subjects: readonly HookSubject[]): Promise<boolean> {
  for (const subject of subjects) if (!(await isKnown(db, crm, subject))) return false
  return true
}

export const applyEvents: Job<Cabinet> = defineJob({
  name: 'apply-crm-hooks',
  shape: Cabinet,
  retry: { limit: 5, delaySeconds: 5 },
  async handle(app, { cabinetId }) {
    const opened = await openForPublic(app, { id: cabinetId }, async ({ domain }, db) => ({
      domain,
      row: await findIntegration(db),
      isByConsent: (await findTokens(db)) !== undefined,
    }))
    const { row, domain } = opened
    const connector = row && connectorOf(row.type)
    if (!row || !connector) return
    const isRunning = row.is_on && !row.is_stopped && row.begun_at !== null
    if (!isRunning) return openForWork(app, cabinetId, (db) => failAll(app, db))
    const context: HookContext = {
      // The vendor signs what it sends to an application; a key of the owner has no secret to sign with.
      application: opened.isByConsent ? applicationOf(app, connector, openSettings(app, row)) : null,
      account: row.account,
    }
    try {
      for (let step = 0; step < STEPS; step++)
        if (!(await applyNext(app, { cabinetId, domain, connector, row }, context))) return
      await openForWork(app, cabinetId, (db) => enqueueEvents(app, db))
    } catch (error) {
      if (error instanceof Misconfigured) return noteTrouble(app, { cabinetId }, titleOf(connector.name), error)
      // Tried again by the job that waits already.
      if (!(error instanceof Unreachable)) throw error
    }
  },
})

/** Nothing is exchanged now: they can be applied later by hand, and the reading sees to the clients anyway. */
async function failAll(app: App, db: CabinetDb): Promise<void> {
  const events = await sql.waitingEvents(db, PART * STEPS)
  await sql.settleEvents(
    db,
    events.map(({ id }) => ({ id, state: 'failed', crmIds: [] })),
    app.clock.now(),
  )
}
