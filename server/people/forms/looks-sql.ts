import type { FormLookPart } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'

type Tables = {
  form_looks: {
    cabinet_id: number
    form_id: string
    part: FormLookPart
    hash: string
    bytes: Buffer
    changed_at: Date
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

/** Hashes of the pictures that a form has. */
export async function partsOf(db: CabinetDb, formId: string): Promise<Map<FormLookPart, string>> {
  const rows = await tables(db)
    .selectFrom('form_looks')
    .select(['part', 'hash'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .execute()
  return new Map(rows.map((row) => [row.part, row.hash]))
}

export async function putPart(db: CabinetDb, row: Omit<Tables['form_looks'], 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('form_looks')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'form_id', 'part']).doUpdateSet(row))
    .execute()
}

export async function removePart(db: CabinetDb, formId: string, part: FormLookPart): Promise<void> {
  await tables(db)
    .deleteFrom('form_looks')
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .where('part', '=', part)
    .execute()
}

export async function bytesOf(
  db: CabinetDb,
  formId: string,
  { part, hash }: { part: string; hash: string },
): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('form_looks')
    .select('bytes')
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .where('part', '=', part as FormLookPart)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.bytes
}
