import type { OwnPosterText } from '../../../contract/people/posters.ts'
import type { CabinetDb } from '../../base/db.ts'

type Tables = { form_posters: { cabinet_id: number; form_id: string; changed_at: Date } & OwnPosterText }

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export async function ownTextOf(db: CabinetDb, formId: string): Promise<OwnPosterText> {
  const row = await tables(db)
    .selectFrom('form_posters')
    .select(['title', 'benefit', 'steps', 'note'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', formId)
    .executeTakeFirst()
  return row ?? { title: null, benefit: null, steps: null, note: null }
}

export async function saveOwnText(db: CabinetDb, formId: string, text: OwnPosterText, now: Date): Promise<void> {
  const row = { ...text, changed_at: now }
  await tables(db)
    .insertInto('form_posters')
    .values({ cabinet_id: db.cabinetId, form_id: formId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'form_id']).doUpdateSet(row))
    .execute()
}
