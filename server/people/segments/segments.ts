/**
 * Segments: clients by conditions. Nobody is written into a segment: whoever fits belongs to it, and whoever no longer
 * fits has left.
 */
import type { RawBuilder } from 'kysely'
import {
  segments as contract,
  type Criterion,
  type Rules,
  type Segment,
  type SegmentCount,
  type SegmentInput,
  type SegmentUse,
} from '../../../contract/people/segments.ts'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { LRU } from '../../base/lru.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { compileRules } from './compile.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

const DRAFT_LIFE_MS = DAY_MS
const DRAFTS_MAX = 20
const SAMPLES = 5
/** A size of a list younger than this is not counted again. */
const FRESH_MS = 60_000

const today = (now: Date) => moscowDay(now)

function reply(row: sql.SegmentRow, uses: readonly (SegmentUse & { segment: string })[]): Segment {
  return {
    id: row.id,
    name: row.name,
    match: row.match,
    criteria: row.criteria,
    isDraft: row.is_draft,
    size: row.size,
    countedAt: row.counted_at?.toISOString() ?? null,
    usedBy: uses.filter((use) => use.segment === row.id).map(({ kind, id, name }) => ({ kind, id, name })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

type Counted = { size: number; at: Date }
/** Sizes that this process has counted, by cabinet, segment and version: reading a list writes nothing. */
const counted = new LRU<Counted>(10_000)
const keyOf = (db: CabinetDb, row: sql.SegmentRow) => `${db.cabinetId}|${row.id}|${row.version}`

function remember(db: CabinetDb, row: sql.SegmentRow, size: number, at: Date): sql.SegmentRow {
  counted.set(keyOf(db, row), { size, at })
  return { ...row, size, counted_at: at }
}

const isFresh = (at: Date | null, now: Date) => at !== null && Math.abs(now.getTime() - at.getTime()) < FRESH_MS

/** Counts what was counted too long ago, all of it in one reading of the clients. */
async function recount(db: CabinetDb, rows: readonly sql.SegmentRow[], now: Date): Promise<sql.SegmentRow[]> {
  const known = rows.map((row) => {
    const latest = counted.get(keyOf(db, row))
    return latest && isFresh(latest.at, now) ? { ...row, size: latest.size, counted_at: latest.at } : row
  })
  const stale = known.filter((row) => !row.is_draft && !isFresh(row.counted_at, now))
  if (stale.length === 0) return known
  const { sizes } = await sql.sizesOf(db, stale, today(now))
  const fresh = new Map(stale.map((row, index) => [row.id, remember(db, row, sizes[index] ?? 0, now)]))
  return known.map((row) => fresh.get(row.id) ?? row)
}

export type SegmentPage = Parameters<typeof sql.segmentPage>[1] extends infer P
  ? Omit<P & { page: number }, 'offset'>
  : never

export async function listSegments(db: CabinetDb, query: SegmentPage, now: Date) {
  const sizes = query.o === 'size' ? await recount(db, await sql.savedSegments(db), now) : []
  const { rows, total } = await sql.segmentPage(db, { ...query, ...sliceOf(query) }, sizes)
  const uses = await sql.usesOf(
    db,
    rows.map((row) => row.id),
  )
  return {
    data: (await recount(db, rows, now)).map((row) => reply(row, uses)),
    meta: metaOf(total, query),
  }
}

export async function readSegment(db: CabinetDb, id: string, now: Date): Promise<Segment> {
  const row = await sql.segmentById(db, id)
  if (!row) throw refuse('segment_not_found')
  const [fresh] = await recount(db, [row], now)
  return reply(fresh ?? row, await sql.usesOf(db, [id]))
}

/** Saved ones, counted behind the lock of the cabinet's row, so that two at once cannot both be the last. */
async function checkLimit(db: CabinetDb): Promise<void> {
  const { segments: limit } = await lockLimits(db)
  if ((await sql.countSegments(db)) >= limit) throw refuse('segment_limit', { limit })
}

export async function createSegment(app: App, db: CabinetDb): Promise<Segment> {
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  await checkLimit(db)
  const now = app.clock.now()
  await sql.dropOldDrafts(db, new Date(now.getTime() - DRAFT_LIFE_MS), DRAFTS_MAX - 1)
  const id = crypto.randomUUID()
  await sql.insertDraft(db, id, now)
  return readSegment(db, id, now)
}

const valuesOf = <K extends 'formKey' | 'templateUUID'>(criteria: readonly Criterion[], kind: K) =>
  criteria.flatMap((one) => (one.kind === kind ? (one.value as string[]) : []))

/** A condition names forms and cards that are there; a word of a deleted one would fit nobody for ever. */
async function checkNames(db: CabinetDb, criteria: readonly Criterion[]): Promise<void> {
  const known = await sql.existing(db, valuesOf(criteria, 'formKey'), valuesOf(criteria, 'templateUUID'))
  const isGone = (one: Criterion) =>
    (one.kind === 'formKey' || one.kind === 'templateUUID') && one.value.some((key) => !known.has(key))
  const fields = Object.fromEntries(
    criteria.flatMap((one, index) =>
      isGone(one)
        ? [[`criteria.${index}.value`, { code: one.kind === 'formKey' ? 'form_gone' : 'template_gone' }]]
        : [],
    ),
  )
  if (Object.keys(fields).length > 0) throw refuse('invalid_input', {}, fields)
}

export async function saveSegment(db: CabinetDb, id: string, input: SegmentInput, now: Date): Promise<Segment> {
  const before = await sql.segmentById(db, id)
  if (!before) throw refuse('segment_not_found')
  if (before.is_draft) await checkLimit(db)
  await checkNames(db, input.criteria)
  const { version, ...row } = input
  const {
    sizes: [size = 0],
  } = await sql.sizesOf(db, [input], today(now))
  if (!(await sql.updateSegment(db, id, version, { ...row, size, counted_at: now, updated_at: now })))
    throw refuse('version_conflict')
  return readSegment(db, id, now)
}

export async function removeSegment(db: CabinetDb, id: string): Promise<void> {
  const row = await sql.takeSegment(db, id)
  if (!row) throw refuse('segment_not_found')
  const uses = await sql.usesOf(db, [id])
  if (uses.length > 0)
    throw refuse('segment_in_use', {
      name: row.name,
      where: uses.map((use) => use.name).join(', '),
      usedBy: uses.map(({ kind, id: user, name }) => ({ kind, id: user, name })),
    })
  await sql.deleteSegment(db, id)
}

export async function sizeOf(
  db: CabinetDb,
  id: string,
  now: Date,
): Promise<{ size: number; clients: number; countedAt: string }> {
  const row = await sql.segmentById(db, id)
  if (!row) throw refuse('segment_not_found')
  const {
    clients,
    sizes: [size = 0],
  } = await sql.sizesOf(db, [row], today(now))
  remember(db, row, size, now)
  return { size, clients, countedAt: now.toISOString() }
}

export async function countRules(db: CabinetDb, rules: Rules, now: Date): Promise<SegmentCount> {
  const counted = await sql.countRules(db, rules, today(now))
  return { ...counted, samples: counted.size === 0 ? [] : await sql.samplesOf(db, rules, today(now), SAMPLES) }
}

/**
 * The condition of a segment, for a `where` over the table `clients` in a statement of any room.
 * @throws Refusal segment_not_found, also for a draft
 */
export async function segmentCondition(db: CabinetDb, id: string, now: Date): Promise<RawBuilder<boolean>> {
  const row = await sql.segmentById(db, id)
  if (!row || row.is_draft) throw refuse('segment_not_found')
  return compileRules(row, today(now))
}

/** The same for work that writes: the segment stays until the end of the transaction. */
export async function holdSegment(db: CabinetDb, id: string, now: Date): Promise<RawBuilder<boolean>> {
  const row = await sql.holdSegment(db, id)
  if (!row) throw refuse('segment_not_found')
  return compileRules(row, today(now))
}

/**
 * Ids of the clients who are in a segment now, as a subquery: `client_id in ${await clientsOfSegment(…)}`.
 * @throws Refusal segment_not_found, also for a draft
 */
export async function clientsOfSegment(db: CabinetDb, id: string, now: Date): Promise<RawBuilder<{ id: string }>> {
  return sql.members(db, await segmentCondition(db, id, now))
}

/** Saved segments of the cabinet; drafts are not counted. */
export function countSegments(db: CabinetDb): Promise<number> {
  return sql.countSegments(db)
}
