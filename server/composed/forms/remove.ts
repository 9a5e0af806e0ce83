/** A form is removed: at once for everybody, and with what many remember of it in parts (decision 203). */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as forms from '../../people/forms/forms.ts'
import { hasMoreOfForm } from '../../reach/holders/holders.ts'
import { forgetSettings } from '../../reach/reminders/reminders.ts'
import { clearForm } from './jobs.ts'

/** A form by which no more clients came than these is deleted in the call. */
const FEW = 50

/** @throws Refusal form_not_found */
export async function removeForm(app: App, db: CabinetDb, formKey: string): Promise<void> {
  const hasFew = async (of: string) => !(await hasMoreOfForm(db, of, FEW))
  const id = await forms.removeForm(db, formKey, app.clock.now(), hasFew)
  if (id === undefined) return
  await forgetSettings(db, id)
  await app.jobs.enqueue(db.tx, clearForm, { cabinetId: db.cabinetId, id })
}
