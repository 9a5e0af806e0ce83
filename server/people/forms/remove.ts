/** A form is removed, with its address left behind (decision 203). */
import { forms as contract } from '../../../contract/people/forms.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/**
 * Its address says that it was deleted. The form is gone at once, or marked where so many clients came by it that they
 * have to forget it in parts.
 * @param hasFew asked while the form is locked
 * @returns the id of one that is marked
 */
export async function removeForm(
  db: CabinetDb,
  formKey: string,
  now: Date,
  hasFew: (id: string) => Promise<boolean>,
): Promise<string | undefined> {
  const id = await sql.lockForm(db, formKey)
  if (id === undefined) throw refuse('form_not_found')
  await sql.keepAddress(db, id, now)
  if (await hasFew(id)) {
    await sql.deleteForm(db, id)
    return undefined
  }
  await sql.markRemoved(db, id, now)
  return id
}

/** The row of a form that is marked: nobody knows it any more. */
export const deleteMarked = (db: CabinetDb, id: string): Promise<void> => sql.deleteForm(db, id, true)
