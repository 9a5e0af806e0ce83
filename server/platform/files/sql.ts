import type { CabinetDb } from '../../base/db.ts'

export type FileTables = {
  files: {
    cabinet_id: number
    id: string
    sha256: Buffer
    width: number
    height: number
    bytes: Buffer
    created_at: Date
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<FileTables>()

/** @returns id of the picture; the same bytes again are the same picture */
export async function insertFile(db: CabinetDb, file: Omit<FileTables['files'], 'cabinet_id'>): Promise<string> {
  await tables(db)
    .insertInto('files')
    .values({ cabinet_id: db.cabinetId, ...file })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'sha256']).doNothing())
    .execute()
  const row = await tables(db)
    .selectFrom('files')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('sha256', '=', file.sha256)
    .executeTakeFirstOrThrow()
  return row.id
}

export function fileBytes(db: CabinetDb, id: string): Promise<{ bytes: Buffer } | undefined> {
  return tables(db)
    .selectFrom('files')
    .select('bytes')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function fileSizes(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; width: number; height: number }[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('files')
        .select(['id', 'width', 'height'])
        .where('cabinet_id', '=', db.cabinetId)
        .where('id', 'in', [...ids])
        .execute()
}
