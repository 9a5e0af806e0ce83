/**
 * The clients who came by a form that was removed forget it in parts (decision 203). Each of them is written with all
 * indexes, and a till that needs one of a part waits for the part.
 */
import { z } from 'zod'
import type { Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import * as forms from '../../people/forms/forms.ts'
import { dropCodesOfForm } from '../../people/verification/verification.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { forgetForm } from '../../reach/holders/holders.ts'

/** What is cleared in one transaction. */
const PART = { clients: 100, codes: 2000 }

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })

/** @returns whether there is more to do */
export async function clearNext(db: CabinetDb, id: string, part = PART): Promise<boolean> {
  if (await forgetForm(db, id, part.clients)) return true
  if (await dropCodesOfForm(db, id, part.codes)) return true
  await forms.deleteMarked(db, id)
  return false
}

export const clearForm: Job<z.infer<typeof Which>> = defineJob({
  name: 'clear-form',
  shape: Which,
  async handle(app, { cabinetId, id }) {
    while (await openForWork(app, cabinetId, (db) => clearNext(db, id)));
  },
})
