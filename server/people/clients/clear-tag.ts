/**
 * A tag that many clients have is removed at once: nobody sees it from then on. A job takes it off them some at a time,
 * each part in a transaction of its own, so that a till does not wait for all of them.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { lockClients } from './locks.ts'
import * as sql from './removed-tags-sql.ts'
import { deleteTag } from './tags-sql.ts'

/** From so few it is taken off within the call, as most businesses are small. */
const FEW = 200
const PART = 200

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
export type Which = z.infer<typeof Which>

/**
 * Clients before tags, in the order of their ids, as everybody locks them.
 * @param after only clients behind this one: what was deleted before it is not walked over again
 * @returns the last client of the part; null: nobody was left
 */
export async function clearPart(db: CabinetDb, id: string, after: string | null): Promise<string | null> {
  const clients = await sql.clientsWithTag(db, id, { after, limit: PART })
  if (clients.length === 0) return null
  await lockClients(db, clients)
  await sql.takeTagOff(db, id, clients)
  return clients.at(-1) ?? null
}

/** @returns whether somebody has got the tag behind the last part */
async function endRemoval(db: CabinetDb, id: string): Promise<boolean> {
  if (!(await sql.lockRemovedTag(db, id))) return false
  if ((await sql.clientsWithTag(db, id, { after: null, limit: 1 })).length > 0) return true
  await deleteTag(db, id)
  return false
}

/** Safe to run twice: it goes on with those who still have the tag. */
export const clearTag: Job<Which> = defineJob({
  name: 'clear-tag',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    const part = (after: string | null) => openForWork(app, cabinetId, (db) => clearPart(db, id, after))
    do {
      let after = await part(null)
      while (after !== null) after = await part(after)
    } while (await openForWork(app, cabinetId, (db) => endRemoval(db, id)))
  },
})

/** The tag is locked by the caller. */
export async function removeOrClear(app: App, db: CabinetDb, id: string): Promise<void> {
  const some = await sql.clientsWithTag(db, id, { after: null, limit: FEW + 1 })
  if (some.length <= FEW) return deleteTag(db, id)
  await sql.markTagRemoved(db, id, app.clock.now())
  await app.jobs.enqueue(db.tx, clearTag, { cabinetId: db.cabinetId, id })
}

/** Those of these tags that are being taken off. */
export const removedTags = (db: CabinetDb, ids: readonly string[]): Promise<string[]> => sql.removedAmong(db, ids)
