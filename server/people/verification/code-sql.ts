import { type Generated, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

type CodeTables = {
  form_codes: {
    cabinet_id: number
    id: string
    form_id: string
    phone: string
    code_mac: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<CodeTables>()

/** A code is valid for one form and one number. */
export type Bound = { form_id: string; phone: string }

const latestOf = (db: CabinetDb, { form_id, phone }: Bound, now: Date) =>
  tables(db)
    .selectFrom('form_codes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_id', '=', form_id)
    .where('phone', '=', phone)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)

export async function insertCode(
  db: CabinetDb,
  row: Bound & { id: string; code_mac: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await tables(db)
    .insertInto('form_codes')
    .values({ cabinet_id: db.cabinetId, ...row, used_at: null })
    .execute()
}

export async function deleteCode(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('form_codes').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** A newer code replaces the older ones of the number; expired codes are deleted too. */
export async function deleteOtherCodes(db: CabinetDb, id: string, { form_id, phone }: Bound, now: Date): Promise<void> {
  await tables(db)
    .deleteFrom('form_codes')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '<>', id)
    .where((where) =>
      where.or([
        where.and([where('form_id', '=', form_id), where('phone', '=', phone)]),
        where('expires_at', '<=', now),
      ]),
    )
    .execute()
}

/**
 * Counts one try of the latest code. The row is locked until the commit, so that of many requests at the same time no
 * more than `triesMax` get the digest.
 * @returns undefined when there is no valid code; `locked` when its tries are used up
 */
export async function lookAtCode(
  db: CabinetDb,
  bound: Bound,
  triesMax: number,
  now: Date,
): Promise<{ id: string; code_mac: string; tries: number } | 'locked' | undefined> {
  const latest = latestOf(db, bound, now)
  const looked = await tables(db)
    .updateTable('form_codes')
    .set((of) => ({ tries: of('tries', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', latest)
    .where('used_at', 'is', null)
    .where('tries', '<', triesMax)
    .returning(['id', 'code_mac', 'tries'])
    .executeTakeFirst()
  return looked ?? ((await latest.executeTakeFirst()) ? 'locked' : undefined)
}

export async function useCode(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('form_codes')
    .set({ used_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function dropCodesOfForm(db: CabinetDb, formId: string, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from form_codes where ctid = any(array(select ctid from form_codes
    where cabinet_id = ${db.cabinetId} and form_id = ${formId} limit ${limit} for update))`.execute(db.tx)
  return Number(numAffectedRows ?? 0n) > 0
}
