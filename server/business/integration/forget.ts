/**
 * In a large account nearly everybody is linked with the CRM. So what is known of clients there is forgotten by a job,
 * some at a time; of few clients within the call.
 */
import { z } from 'zod'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as parts from './forgets-sql.ts'
import { forgetPlaceOfIndex } from './index-sql.ts'
import type { Forgets } from './links-sql.ts'
import { enqueueReading } from './reading.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const FEW = 200
const PART = 400

const Cabinet = z.object({ cabinetId: z.int() })
type Cabinet = z.infer<typeof Cabinet>
type Part = { upTo: string | null; isOver: boolean }

async function deletePart(db: CabinetDb, after: string | null, limit: number): Promise<Part> {
  const clients = await parts.nextLinked(db, after, limit)
  await parts.deleteLinks(db, clients)
  const isMore = await parts.forgetOthers(db, limit)
  return { upTo: clients.at(-1) ?? after, isOver: clients.length < limit && !isMore }
}

/** Of a connection that was removed. A CRM that is connected later finds nothing of it. @returns whether all is gone */
export async function forgetRemains(db: CabinetDb): Promise<boolean> {
  await forgetPlaceOfIndex(db)
  return (await deletePart(db, null, FEW)).isOver
}

/** @throws Refusal crm_being_removed: something is left of the connection before */
export async function expectCleared(app: App, cabinetId: number): Promise<void> {
  const isCleared = await openForWork(app, cabinetId, async (db) => {
    if ((await sql.findIntegration(db)) || (await forgetRemains(db))) return true
    await clearLater(app, db)
    return false
  })
  if (!isCleared) throw refuse('crm_being_removed')
}

export const clearLater = (app: App, db: CabinetDb): Promise<void> =>
  app.jobs.enqueue(db.tx, clearCrm, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) })

/** Safe to run twice: it goes on with what is left. */
export const clearCrm: Job<Cabinet> = defineJob({
  name: 'clear-crm',
  shape: Cabinet,
  async handle(app, { cabinetId }) {
    let part: Part = { upTo: null, isOver: false }
    while (!part.isOver)
      part = await openForWork(app, cabinetId, async (db) =>
        (await sql.findIntegration(db)) ? { upTo: null, isOver: true } : deletePart(db, part.upTo, PART),
      )
  },
})

async function forgetPart(db: CabinetDb, what: Forgets, after: string | null, limit: number): Promise<Part> {
  const clients = await parts.nextLinked(db, after, limit)
  const isMore = what.what === 'place' && (await parts.forgetOthers(db, limit))
  if (what.what === 'place') await parts.unlink(db, clients)
  else await parts.forgetFields(db, clients, what)
  return { upTo: clients.at(-1) ?? after, isOver: clients.length < limit && !isMore }
}

/** What is still being forgotten, and this. */
function together(before: Forgets | null, what: Forgets): Forgets {
  if (before === null || what.what === 'place') return what
  if (before.what === 'place') return { ...before, id: what.id }
  return {
    ...what,
    theirs: [...new Set([...before.theirs, ...what.theirs])],
    isWritten: before.isWritten || what.isWritten,
    isRead: before.isRead || what.isRead,
  }
}

/** The connection is locked by the caller. @returns whether all is forgotten; else a job goes on with it */
async function begin(app: App, db: CabinetDb, what: Forgets): Promise<boolean> {
  const all = together((await sql.findIntegration(db))?.forgets ?? null, what)
  const part = await forgetPart(db, all, null, FEW)
  await parts.setForgets(db, part.isOver ? null : all, part.isOver ? null : part.upTo)
  if (!part.isOver) await forgetLater(app, db)
  return part.isOver
}

/** The connection leads to another place: clients have other ids there. Until all is forgotten nothing is exchanged. */
export async function forgetPlace(app: App, db: CabinetDb): Promise<void> {
  await forgetPlaceOfIndex(db)
  await begin(app, db, { id: crypto.randomUUID(), what: 'place' })
}

/**
 * Of clients whose turn has not come, these fields are left out where their link is held.
 * @returns whether all is forgotten; else everybody is read when it is
 */
export const forgetFields = (
  app: App,
  db: CabinetDb,
  fields: Omit<Extract<Forgets, { what: 'fields' }>, 'id' | 'what'>,
): Promise<boolean> => begin(app, db, { id: crypto.randomUUID(), what: 'fields', ...fields })

export const forgetLater = (app: App, db: CabinetDb): Promise<void> =>
  app.jobs.enqueue(db.tx, forgetInCrm, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) })

/** @returns whether something is left */
async function forgetNext(app: App, db: CabinetDb): Promise<boolean> {
  const row = await sql.findIntegration(db)
  if (!row?.forgets) return false
  const part = await forgetPart(db, row.forgets, row.forgotten_up_to, PART)
  // Something else was begun meanwhile: that goes through everybody again.
  if (!(await parts.setForgotten(db, row.forgets, part.isOver ? null : part.upTo))) return true
  const isRead = part.isOver && row.forgets.what === 'fields'
  if (isRead && row.is_on && !row.is_stopped && row.begun_at !== null) await enqueueReading(app, db)
  return !part.isOver
}

/** Safe to run twice: the row of the connection says how far it is. */
export const forgetInCrm: Job<Cabinet> = defineJob({
  name: 'forget-in-crm',
  shape: Cabinet,
  async handle(app, { cabinetId }) {
    while (await openForWork(app, cabinetId, (db) => forgetNext(app, db)));
  },
})

/** @returns whether all that was found is forgotten; else `forgetFound` does it */
export async function forgetFewFound(db: CabinetDb): Promise<boolean> {
  const clients = await parts.nextLinked(db, null, FEW + 1)
  if (clients.length > FEW) return false
  await parts.forgetFound(db, clients)
  return true
}

/** What the look-up before has found, some at a time. */
export async function forgetFound(app: App, cabinetId: number): Promise<void> {
  const part = (after: string | null) =>
    openForWork(app, cabinetId, async (db) => {
      const clients = await parts.nextLinked(db, after, PART)
      await parts.forgetFound(db, clients)
      return clients.at(-1) ?? null
    })
  for (let after = await part(null); after !== null;) after = await part(after)
}
