import type { CabinetDb } from '../../base/db.ts'

export type ProgrammeRow = {
  is_on: boolean
  rate: number
  since: Date | null
  version: number
  updated_at: Date
}
type Tables = { purchase_programmes: ProgrammeRow & { cabinet_id: number } }
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

/** Undefined: it was never saved. */
export function findProgramme(db: CabinetDb): Promise<ProgrammeRow | undefined> {
  return tables(db)
    .selectFrom('purchase_programmes')
    .select(['is_on', 'rate', 'since', 'version', 'updated_at'])
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** @param version that was read; 0 for the first one. @returns false when another was saved meanwhile */
export async function putProgramme(db: CabinetDb, row: Omit<ProgrammeRow, 'version'>, version: number) {
  const done =
    version === 0
      ? await tables(db)
          .insertInto('purchase_programmes')
          .values({ cabinet_id: db.cabinetId, ...row, version: 1 })
          .onConflict((conflict) => conflict.column('cabinet_id').doNothing())
          .executeTakeFirst()
      : await tables(db)
          .updateTable('purchase_programmes')
          .set({ ...row, version: version + 1 })
          .where('cabinet_id', '=', db.cabinetId)
          .where('version', '=', version)
          .executeTakeFirst()
  return ('numUpdatedRows' in done ? done.numUpdatedRows : (done.numInsertedOrUpdatedRows ?? 0n)) > 0n
}
