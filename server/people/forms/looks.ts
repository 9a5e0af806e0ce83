/** The logo and the background of a form's page, which support puts there. */
import type { FormLookPart } from '../../../contract/limits.ts'
import { formLooks as contract } from '../../../contract/business/form-looks.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as looksSql from './looks-sql.ts'
import { formByKey } from './sql.ts'

const refuse = refusals(contract)

export type LookUrls = { logo: string | null; background: string | null }

/** @param path of the form's page, with or without the server */
export async function lookOf(db: CabinetDb, formId: string, path: string): Promise<LookUrls> {
  const parts = await looksSql.partsOf(db, formId)
  const url = (part: FormLookPart) => {
    const hash = parts.get(part)
    return hash === undefined ? null : `${path}/${part}/${hash}.png`
  }
  return { logo: url('logo'), background: url('background') }
}

/** @throws Refusal form_not_found */
export async function readLook(db: CabinetDb, formKey: string) {
  const form = await formByKey(db, formKey)
  if (!form) throw refuse('form_not_found')
  const parts = await looksSql.partsOf(db, form.id)
  return { formKey, name: form.name, logo: parts.has('logo'), background: parts.has('background') }
}

/** @throws Refusal form_not_found */
export async function setLook(
  db: CabinetDb,
  formKey: string,
  { part, bytes, now }: { part: FormLookPart; bytes: Buffer | null; now: Date },
) {
  const form = await formByKey(db, formKey)
  if (!form) throw refuse('form_not_found')
  if (bytes === null) await looksSql.removePart(db, form.id, part)
  else {
    const hash = sha256(bytes).toString('hex').slice(0, 16)
    await looksSql.putPart(db, { form_id: form.id, part, hash, bytes, changed_at: now })
  }
  return readLook(db, formKey)
}

export const lookFile = looksSql.bytesOf
