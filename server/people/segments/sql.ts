import { sql, type Generated } from 'kysely'
import type { Criterion, Match, SEGMENT_SORTS } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { likeAnywhere } from '../../base/like.ts'

export type SegmentTables = {
  segments: {
    cabinet_id: number
    id: string
    name: Generated<string>
    match: Generated<Match>
    criteria: Generated<Criterion[]>
    is_draft: Generated<boolean>
    size: Generated<number>
    is_estimate: Generated<boolean>
    counted_at: Date | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<SegmentTables>()
const own = (db: CabinetDb) => tables(db).selectFrom('segments').selectAll().where('cabinet_id', '=', db.cabinetId)

export type SegmentRow = Awaited<ReturnType<ReturnType<typeof own>['execute']>>[number]

export function savedSegments(db: CabinetDb): Promise<SegmentRow[]> {
  return own(db).where('is_draft', '=', false).execute()
}

/** @param sizes current sizes, for the order by size */
export async function segmentPage(
  db: CabinetDb,
  page: { q: string; o: (typeof SEGMENT_SORTS)[number]; d: 'asc' | 'desc'; limit: number; offset: number },
  sizes: readonly Pick<SegmentRow, 'id' | 'size'>[],
): Promise<{ rows: SegmentRow[]; total: number }> {
  const sizeById = JSON.stringify(Object.fromEntries(sizes.map(({ id, size }) => [id, size])))
  const column = {
    updated: sql`updated_at`,
    name: sql`lower(name) collate "und-x-icu"`,
    size: sql`(${sizeById}::jsonb ->> id::text)::int`,
  }[page.o]
  const found = own(db).where('is_draft', '=', false).where('name', 'ilike', likeAnywhere(page.q))
  const rows = await found.orderBy(column, page.d).orderBy('id', page.d).limit(page.limit).offset(page.offset).execute()
  return { rows, total: await countRows(found) }
}

export function segmentById(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the segment, so that no push or trigger can begin to use it. */
export function lockSegmentForRemoval(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The segment cannot be deleted until the end of the transaction. */
export function lockSegment(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).where('is_draft', '=', false).forKeyShare().executeTakeFirst()
}

/** Saved segments; drafts do not count. */
export function countSegments(db: CabinetDb): Promise<number> {
  return countRows(
    tables(db).selectFrom('segments').where('cabinet_id', '=', db.cabinetId).where('is_draft', '=', false),
  )
}

export async function insertDraft(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .insertInto('segments')
    .values({ cabinet_id: db.cabinetId, id, counted_at: null, created_at: now, updated_at: now })
    .execute()
}

/** Deletes abandoned drafts: those from before a time, and all but the newest. */
export async function dropOldDrafts(db: CabinetDb, before: Date, keep: number): Promise<void> {
  await sql`delete from segments where cabinet_id = ${db.cabinetId} and is_draft and (created_at < ${before} or id in (
    select id from segments where cabinet_id = ${db.cabinetId} and is_draft
    order by created_at desc, id desc offset ${keep}))`.execute(db.tx)
}

/** @returns false when the version has changed since it was read */
export async function updateSegment(
  db: CabinetDb,
  id: string,
  version: number,
  row: {
    name: string
    match: Match
    criteria: readonly Criterion[]
    size: number
    is_estimate: boolean
    counted_at: Date
    updated_at: Date
  },
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('segments')
    .set((of) => ({
      ...row,
      criteria: JSON.stringify(row.criteria) as unknown as Criterion[],
      is_draft: false,
      version: of('version', '+', 1),
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function deleteSegment(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('segments').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** Names by id; unknown ids are left out. */
export async function segmentNames(db: CabinetDb, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tables(db)
    .selectFrom('segments')
    .select(['id', 'name'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
