/** Segments: clients by conditions. Membership is not stored: it is computed from the clients each time. */
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
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { existingTemplates } from '../../cards/templates/templates.ts'
import {
  buyersWithPlaces,
  type ClientCondition,
  existingTags,
  isOneOf,
  removedTags,
  type Size,
} from '../clients/clients.ts'
import { existingForms } from '../forms/forms.ts'
import { AMONG_FEW, compileBoughtOf, compileRules, isKnown, OF_PRESENT } from './compile.ts'
import { fewOrMany } from './few-or-many.ts'
import { isFresh, remember, withLatest } from './latest-sizes.ts'
import { exactSizesOf, sizesOf, sizesOfRules } from './size.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

const DRAFT_LIFE_MS = DAY_MS
const DRAFTS_MAX = 20
const SAMPLES = 5

const today = (now: Date) => moscowDay(now)

/** A segment without the pushes and triggers that use it, which are above this room. */
export type OwnSegment = Omit<Segment, 'usedBy'>
type Use = SegmentUse & { segment: string }

function reply(row: sql.SegmentRow): OwnSegment {
  return {
    id: row.id,
    name: row.name,
    ...(isKnown(row) ? { match: row.match, criteria: row.criteria } : { match: 'all' as const, criteria: [] }),
    isDraft: row.is_draft,
    size: row.size,
    isEstimate: row.is_estimate,
    countedAt: row.counted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

const NOBODY = { count: 0, isEstimate: false }

/** Counts sizes that are too old, all of them together. */
async function recount(db: CabinetDb, rows: readonly sql.SegmentRow[], now: Date): Promise<sql.SegmentRow[]> {
  const known = rows.map((row) => withLatest(db, row, now))
  const stale = known.filter((row) => !row.is_draft && !isFresh(row.counted_at, now))
  if (stale.length === 0) return known
  const { sizes } = await sizesOf(db, stale, today(now))
  const fresh = new Map(stale.map((row, index) => [row.id, remember(db, row, sizes[index] ?? NOBODY, now)]))
  return known.map((row) => fresh.get(row.id) ?? row)
}

export type SegmentPage = Parameters<typeof sql.segmentPage>[1] extends infer P
  ? Omit<P & { page: number }, 'offset'>
  : never

export async function listSegments(db: CabinetDb, query: SegmentPage, now: Date) {
  const sizes = query.o === 'size' ? await recount(db, await sql.savedSegments(db), now) : []
  const { rows, total } = await sql.segmentPage(db, { ...query, ...sliceOf(query) }, sizes)
  return { data: (await recount(db, rows, now)).map(reply), meta: metaOf(total, query) }
}

export async function readSegment(db: CabinetDb, id: string, now: Date): Promise<OwnSegment> {
  const row = await sql.segmentById(db, id)
  if (!row) throw refuse('segment_not_found')
  const [fresh] = await recount(db, [row], now)
  return reply(fresh ?? row)
}

/**
 * Counted while the cabinet's row is locked, so that two requests at the same time cannot both take the last place.
 */
async function checkLimit(db: CabinetDb): Promise<void> {
  const { segments: limit } = await lockLimits(db)
  if ((await sql.countSegments(db)) >= limit) throw refuse('segment_limit', { limit })
}

export async function createSegment(app: App, db: CabinetDb): Promise<OwnSegment> {
  if (!(await activeCertificate(db))) throw refuse('cards_not_active')
  await checkLimit(db)
  const now = app.clock.now()
  await sql.dropOldDrafts(db, new Date(now.getTime() - DRAFT_LIFE_MS), DRAFTS_MAX - 1)
  const id = crypto.randomUUID()
  await sql.insertDraft(db, id, now)
  return readSegment(db, id, now)
}

const GONE_CODES = { formKey: 'form_gone', templateUUID: 'template_gone', tag: 'tag_gone' } as const
type Named = keyof typeof GONE_CODES
const isNamed = (one: Criterion): one is Extract<Criterion, { kind: Named }> => Object.hasOwn(GONE_CODES, one.kind)

const valuesOf = <K extends Named>(criteria: readonly Criterion[], kind: K) =>
  criteria.flatMap((one) => (one.kind === kind ? (one.value as string[]) : []))

/** A condition may name only forms, templates and tags that exist: with a deleted one it would never fit. */
async function checkNames(db: CabinetDb, criteria: readonly Criterion[]): Promise<void> {
  const known = new Set([
    ...(await existingForms(db, valuesOf(criteria, 'formKey'))),
    ...(await existingTemplates(db, valuesOf(criteria, 'templateUUID'))),
    ...(await existingTags(db, valuesOf(criteria, 'tag'))),
  ])
  const fields = Object.fromEntries(
    criteria.flatMap((one, index) =>
      isNamed(one) && one.value.some((key) => !known.has(key))
        ? [[`criteria.${index}.value`, { code: GONE_CODES[one.kind] }]]
        : [],
    ),
  )
  if (Object.keys(fields).length > 0) throw refuse('invalid_input', {}, fields)
}

export async function saveSegment(db: CabinetDb, id: string, input: SegmentInput, now: Date): Promise<OwnSegment> {
  const before = await sql.segmentById(db, id)
  if (!before) throw refuse('segment_not_found')
  if (before.is_draft) await checkLimit(db)
  await checkNames(db, input.criteria)
  const { version, ...row } = input
  const { sizes } = await sizesOf(db, [input], today(now))
  const { count: size, isEstimate } = sizes[0] ?? NOBODY
  const counted = { size, is_estimate: isEstimate, counted_at: now }
  if (!(await sql.updateSegment(db, id, version, { ...row, ...counted, updated_at: now })))
    throw refuse('version_conflict')
  return readSegment(db, id, now)
}

/**
 * @param usesOf finds what uses the segment; called while its row is locked, so that no new use can begin
 * @param checkRight refuses a person who may not delete; a draft, which the editor leaves behind, anybody may
 */
export async function removeSegment(
  db: CabinetDb,
  id: string,
  { usesOf, checkRight }: { usesOf: () => Promise<readonly Use[]>; checkRight: () => void },
): Promise<void> {
  const row = await sql.lockSegmentForRemoval(db, id)
  if (!row) throw refuse('segment_not_found')
  if (!row.is_draft) checkRight()
  const uses = await usesOf()
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
  const { total, sizes } = await exactSizesOf(db, [row], today(now))
  const size = sizes[0] ?? NOBODY
  remember(db, row, size, now)
  return { size: size.count, clients: total, countedAt: now.toISOString() }
}

/**
 * Rules that are not those of a segment may name a tag that was removed since, and is still being taken off: nobody has
 * it. What a segment asks for cannot be removed.
 */
async function ofTagsThere(db: CabinetDb, { match, criteria }: Rules): Promise<Rules> {
  const named = valuesOf(criteria, 'tag')
  const removed = named.length === 0 ? [] : await removedTags(db, named)
  const there = (ids: readonly string[]) => ids.filter((id) => !removed.includes(id))
  return { match, criteria: criteria.map((one) => (one.kind === 'tag' ? { ...one, value: there(one.value) } : one)) }
}

export async function countRules(db: CabinetDb, asked: Rules, now: Date, isExact: boolean): Promise<SegmentCount> {
  const rules = await ofTagsThere(db, asked)
  const options = { today: today(now), limit: SAMPLES, isExact }
  const { clients, size, rows, samples } = await sizesOfRules(db, rules, options)
  return {
    clients,
    size: size.count,
    isEstimate: size.isEstimate,
    rows: rows.map(({ count }) => count),
    rowEstimates: rows.map(({ isEstimate }) => isEstimate),
    samples,
  }
}

/**
 * The condition of a segment, over a row of the table `clients`.
 * @throws Refusal segment_not_found, also for a draft
 */
export async function segmentCondition(db: CabinetDb, id: string, now: Date): Promise<ClientCondition> {
  const row = await sql.segmentById(db, id)
  if (!row || row.is_draft) throw refuse('segment_not_found')
  return compileRules(row, today(now))
}

type SegmentInList = {
  condition: ClientCondition
  walked: ClientCondition
  placed: ReturnType<typeof buyersWithPlaces> | undefined
  size: Size | undefined
  isRare: boolean
}

/**
 * The same for a list: `walked` is the condition as it is asked of some clients of a large account, `placed` are buyers
 * among whom all are, `size` is how many are in the segment, where that is known, and `isRare` says that they are
 * sooner found than met in a walk.
 * @param isAlone nothing else is asked of them
 * @throws Refusal segment_not_found, also for a draft
 */
export async function segmentInList(db: CabinetDb, id: string, now: Date, isAlone: boolean): Promise<SegmentInList> {
  const row = await sql.segmentById(db, id)
  if (!row || row.is_draft) throw refuse('segment_not_found')
  const few = await fewOrMany(db, row, now, isAlone)
  if (few.ids) {
    const isFew = isOneOf(few.ids)
    const size = { count: few.ids.length, isEstimate: false }
    return { condition: isFew, walked: isFew, placed: undefined, size, isRare: true }
  }
  const bought = compileBoughtOf(row, today(now))
  return {
    condition: compileRules(row, today(now), OF_PRESENT),
    walked: compileRules(row, today(now), AMONG_FEW),
    placed: bought && buyersWithPlaces(db, bought),
    size: few.size,
    isRare: few.isUnseen,
  }
}

/** The rules as they are now, to be kept. @throws Refusal segment_not_found, also for a draft */
export async function rulesOf(db: CabinetDb, id: string): Promise<Rules> {
  const row = await sql.segmentById(db, id)
  if (!row || row.is_draft) throw refuse('segment_not_found')
  return { match: row.match, criteria: row.criteria }
}

/** As `segmentCondition`, of kept rules, for a statement about some clients of a large account. */
export const conditionOfRules = async (db: CabinetDb, rules: Rules, now: Date): Promise<ClientCondition> =>
  compileRules(await ofTagsThere(db, rules), today(now), AMONG_FEW)

/** The same, and the segment cannot be deleted until the end of the transaction. */
export async function lockSegment(db: CabinetDb, id: string, now: Date): Promise<ClientCondition> {
  const row = await sql.lockSegment(db, id)
  if (!row) throw refuse('segment_not_found')
  return compileRules(row, today(now))
}

/** Names of the segments that ask for a tag. */
export async function segmentsWithTag(db: CabinetDb, tagId: string): Promise<string[]> {
  const rows = await sql.savedSegments(db)
  return rows.filter(({ criteria }) => valuesOf(criteria, 'tag').includes(tagId)).map((row) => row.name)
}

/** Saved segments of the cabinet; drafts do not count. */
export function countSegments(db: CabinetDb): Promise<number> {
  return sql.countSegments(db)
}

export { nameOfSegment } from './in-queries.ts'

/** Names by id; unknown ids are left out. */
export function segmentNames(db: CabinetDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return sql.segmentNames(db, ids)
}
