import { type Generated, sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

export type FileTables = {
  files: {
    cabinet_id: number
    id: string
    sha256: Buffer
    width: number
    height: number
    bytes: Buffer
    created_at: Date
    unused_since: Generated<Date | null>
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<FileTables>()

type NewFile = Omit<FileTables['files'], 'cabinet_id' | 'unused_since'>

/** @returns id of the picture; the same bytes again are the same picture, and count as new */
export async function insertFile(db: CabinetDb, file: NewFile): Promise<string> {
  await tables(db)
    .insertInto('files')
    .values({ cabinet_id: db.cabinetId, ...file })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'sha256']).doUpdateSet({ unused_since: null }))
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

export async function isStored(db: CabinetDb, sha256: Buffer): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('files')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

export async function roomTaken(db: CabinetDb): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from files
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Pictures that are about to be used are not deleted meanwhile. */
export async function keepFiles(db: CabinetDb, ids: readonly string[]): Promise<void> {
  await tables(db)
    .updateTable('files')
    .set({ unused_since: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .where('unused_since', 'is not', null)
    .execute()
}

export async function markUnused(db: CabinetDb, used: readonly string[], now: Date): Promise<void> {
  await sql`update files
    set unused_since = case when id = any(${[...used]}::uuid[]) then null else ${now}::timestamptz end
    where cabinet_id = ${db.cabinetId} and (id = any(${[...used]}::uuid[])) = (unused_since is not null)`.execute(db.tx)
}

export async function deleteUnused(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('files')
    .where('cabinet_id', '=', db.cabinetId)
    .where('unused_since', '<', before)
    .execute()
}

/** For the scheduler's role. */
export async function cabinetsWithFiles(tx: Tx, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .withTables<FileTables>()
    .selectFrom('files')
    .select('cabinet_id')
    .distinct()
    .where('cabinet_id', '>', after)
    .orderBy('cabinet_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.cabinet_id)
}
