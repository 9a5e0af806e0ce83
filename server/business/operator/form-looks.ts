/** Support puts a logo and a background on a form of a business that is on Expert. */
import { formLooks as contract } from '../../../contract/business/form-looks.ts'
import { FORM_LOOK_SLOTS, type FormLookPart } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { readLook, setLook } from '../../people/forms/forms.ts'
import { openForWork, standingOf } from '../../platform/cabinets/cabinets.ts'
import { cleanPicture } from '../../platform/files/files.ts'
import { readCabinet } from './operator.ts'

const refuse = refusals(contract)

type Place = { cabinet: number; formKey: string }

/** @throws Refusal not_found, form_not_found */
export const readFormLook = (app: App, { cabinet, formKey }: Place) =>
  inside(app, cabinet, (db) => readLook(db, formKey))

/** A business that does not exist is not found. */
async function inside<T>(app: App, cabinet: number, work: (db: CabinetDb) => Promise<T>): Promise<T> {
  await readCabinet(app, cabinet)
  return openForWork(app, cabinet, work)
}

/** @throws Refusal not_found, form_not_found, form_look_needs_plan, image_not_png, image_wrong_size, image_broken */
export async function uploadFormLook(app: App, { cabinet, formKey }: Place, part: FormLookPart, file: Uint8Array) {
  const bytes = await cleanPicture(FORM_LOOK_SLOTS[part], file)
  return inside(app, cabinet, async (db) => {
    if ((await standingOf(app, db)).tariff !== 'expert') throw refuse('form_look_needs_plan')
    return setLook(db, formKey, { part, bytes, now: app.clock.now() })
  })
}

/** @throws Refusal not_found, form_not_found */
export const removeFormLook = (app: App, { cabinet, formKey }: Place, part: FormLookPart) =>
  inside(app, cabinet, (db) => setLook(db, formKey, { part, bytes: null, now: app.clock.now() }))
