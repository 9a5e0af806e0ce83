import { type RawBuilder, sql, type Generated } from 'kysely'
import type { Criterion, Match, Rules, SEGMENT_SORTS, SegmentUse } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { compileCriterion, compileRules } from './compile.ts'

export type SegmentTables = {
  segments: {
    cabinet_id: number
    id: string
    name: Generated<string>
    match: Generated<Match>
    criteria: Generated<Criterion[]>
    is_draft: Generated<boolean>
    size: Generated<number>
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

/** @param sizes as they are now, for the order by size */
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
  const count = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function segmentById(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).executeTakeFirst()
}

/** Takes the segment for this transaction: nobody may begin to use it meanwhile. */
export function takeSegment(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The segment stays until the end of the transaction. */
export function holdSegment(db: CabinetDb, id: string): Promise<SegmentRow | undefined> {
  return own(db).where('id', '=', id).where('is_draft', '=', false).forKeyShare().executeTakeFirst()
}

/** Saved ones; drafts are not counted. */
export async function countSegments(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('segments')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('is_draft', '=', false)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertDraft(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .insertInto('segments')
    .values({ cabinet_id: db.cabinetId, id, counted_at: null, created_at: now, updated_at: now })
    .execute()
}

/** Drafts that somebody left with the browser: those from before a time, and all but the newest. */
export async function dropOldDrafts(db: CabinetDb, before: Date, keep: number): Promise<void> {
  await sql`delete from segments where cabinet_id = ${db.cabinetId} and is_draft and (created_at < ${before} or id in (
    select id from segments where cabinet_id = ${db.cabinetId} and is_draft order by created_at desc, id desc offset ${keep}))`.execute(
    db.tx,
  )
}

/** @returns false when the version is not the one that was read */
export async function updateSegment(
  db: CabinetDb,
  id: string,
  version: number,
  row: {
    name: string
    match: Match
    criteria: readonly Criterion[]
    size: number
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

/** Who points at segments, of one or of all. A room whose table points here adds its own lines. */
export async function usesOf(db: CabinetDb, ids: readonly string[]): Promise<(SegmentUse & { segment: string })[]> {
  const { rows } = await sql<SegmentUse & { segment: string }>`
    select segment_id as segment, 'push' as kind, id, name, created_at from pushes where cabinet_id = ${db.cabinetId} and segment_id = any(${[...ids]}::uuid[])
    union all select segment_id, 'trigger', id, name, created_at from triggers where cabinet_id = ${db.cabinetId} and segment_id = any(${[...ids]}::uuid[])
    order by kind desc, created_at, id`.execute(db.tx)
  return rows.map(({ segment, kind, id, name }) => ({ segment, kind, id, name }))
}

const ofCabinet = (db: CabinetDb) => sql`from clients where clients.cabinet_id = ${db.cabinetId}`

/** How many clients fit each of these conditions, and how many there are: the table is read once. */
async function countEach(
  db: CabinetDb,
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ total: number; counts: number[] }> {
  const columns = conditions.map((one) => sql`count(*) filter (where ${one})`)
  const {
    rows: [row],
  } = await sql<{ total: number; counts: number[] }>`
    select count(*) as total, ${columns.length === 0 ? sql`array[]::bigint[]` : sql`array[${sql.join(columns)}]`}::int[] as counts ${ofCabinet(db)}`.execute(
    db.tx,
  )
  return row ?? { total: 0, counts: [] }
}

/** Sizes of segments, in their order, in one reading of the clients. */
export async function sizesOf(
  db: CabinetDb,
  all: readonly Rules[],
  today: string,
): Promise<{ clients: number; sizes: number[] }> {
  const { total, counts } = await countEach(
    db,
    all.map((one) => compileRules(one, today)),
  )
  return { clients: total, sizes: counts }
}

export async function countRules(
  db: CabinetDb,
  rules: Rules,
  today: string,
): Promise<{ clients: number; size: number; rows: number[] }> {
  const {
    total,
    counts: [size = 0, ...rows],
  } = await countEach(db, [compileRules(rules, today), ...rules.criteria.map((one) => compileCriterion(one, today))])
  return { clients: total, size, rows }
}

export type Sample = { id: string; name: string; surname: string; cardNumber: number }

/** The latest clients who fit. */
export async function samplesOf(db: CabinetDb, rules: Rules, today: string, limit: number): Promise<Sample[]> {
  const { rows } =
    await sql<Sample>`select id, name, surname, card_number as "cardNumber" ${ofCabinet(db)} and ${compileRules(rules, today)}
    order by created_at desc, id desc limit ${limit}`.execute(db.tx)
  return rows
}

/** Which of these forms and templates there are. */
export async function existing(
  db: CabinetDb,
  formKeys: readonly string[],
  templateIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select form_key as key from forms where cabinet_id = ${db.cabinetId} and form_key = any(${[...formKeys]}::text[])
    union all select id::text from templates where cabinet_id = ${db.cabinetId} and id = any(${[...templateIds]}::uuid[])`.execute(
    db.tx,
  )
  return new Set(rows.map((row) => row.key))
}

/** Ids of the clients who fit, as a subquery for the statements of other rooms. */
export function members(db: CabinetDb, condition: RawBuilder<boolean>): RawBuilder<{ id: string }> {
  return sql`(select clients.id ${ofCabinet(db)} and ${condition})`
}
