/**
 * A variable of which many clients have a value is removed at once: nobody sees it, nor a value, from then on. A job
 * clears the values some clients at a time, each part in a transaction of its own, so that a till does not wait for all
 * of them. The name is free when nobody has one.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { endRemoval, nameOfRemoved } from '../../cards/variables/variables.ts'
import { hasExtraValues } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { forgetVariableBehind } from '../../reach/holders/holders.ts'

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
type Which = z.infer<typeof Which>

/** @returns behind whom to go on; null: there is nobody else */
export async function clearPart(app: App, db: CabinetDb, id: string, after: string | null): Promise<string | null> {
  const name = await nameOfRemoved(db, id)
  return name === undefined ? null : forgetVariableBehind(app, db, name, after)
}

/** @returns whether somebody was given a value behind the last part, by what had begun before the removal */
export async function endClearing(db: CabinetDb, id: string): Promise<boolean> {
  const name = await nameOfRemoved(db, id)
  if (name === undefined) return false
  if (await hasExtraValues(db, name)) return true
  await endRemoval(db, id)
  return false
}

/** Safe to run twice: it looks at everybody again. */
export const clearVariable: Job<Which> = defineJob({
  name: 'clear-variable',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    const part = (after: string | null) => openForWork(app, cabinetId, (db) => clearPart(app, db, id, after))
    do {
      let after = await part(null)
      while (after !== null) after = await part(after)
    } while (await openForWork(app, cabinetId, (db) => endClearing(db, id)))
  },
})
