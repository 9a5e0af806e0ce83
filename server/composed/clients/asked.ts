/** Clients who are asked for by segment, wallet and state in the CRM. */
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { z } from 'zod'
import { ClientFilters } from '../../../contract/people/clients.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientsInCrmState, countInCrmState } from '../../business/integration/integration.ts'
import { type ClientCondition, countChosen, countListAbout } from '../../people/clients/clients.ts'
import { segmentCondition, segmentInList } from '../../people/segments/segments.ts'
import { isHeldIn } from '../../reach/passes/passes.ts'

/** Filters that ask other rooms than the clients', as conditions. @throws Refusal segment_not_found */
export async function conditionsOf(
  db: CabinetDb,
  { segment, platform, crm }: Pick<z.infer<typeof ClientFilters>, 'segment' | 'platform' | 'crm'>,
  now: Date,
): Promise<ClientCondition[]> {
  return [
    ...(segment === undefined ? [] : [await segmentCondition(db, segment, now)]),
    ...(platform === undefined ? [] : [isHeldIn(platform)]),
    ...(crm === undefined ? [] : [await clientsInCrmState(db, crm)]),
  ]
}

type Asked = z.infer<typeof ClientFilters> & { q: string }
const BESIDE_SEGMENT = ClientFilters.omit({ segment: true, state: true }).keyof().options

const isSegmentAlone = (asked: Asked) => asked.q === '' && BESIDE_SEGMENT.every((name) => asked[name] === undefined)

/**
 * The same as a list takes them.
 * @param asked `state`: in which clients are listed: a segment has those out of the archive
 */
export async function listedOf(db: CabinetDb, asked: Asked, now: Date) {
  const { segment, platform, crm, state } = asked
  if (segment === undefined || state !== undefined) {
    const count = crm && !segment && !platform ? await countInCrmState(db, crm) : null
    const among = await conditionsOf(db, asked, now)
    return { among, ...(count !== null && { amongSize: { count, isEstimate: false } }) }
  }
  const { condition, walked, placed, size, isRare } = await segmentInList(db, segment, now, isSegmentAlone(asked))
  const others = await conditionsOf(db, { platform, crm }, now)
  return {
    among: [condition, ...others],
    amongWalked: [walked, ...others],
    amongPlaced: placed,
    isRare,
    amongSize: others.length === 0 ? size : undefined,
  }
}

/** How many clients are asked for, in a large account about how many. @throws Refusal segment_not_found */
export async function countAsked(
  db: CabinetDb,
  rows: ExportRows,
  now: Date,
): Promise<{ count: number; isEstimate: boolean }> {
  const today = moscowDay(now)
  if (rows.of === 'selected')
    return { count: await countChosen(db, { q: '', filters: {}, ids: rows.ids }, today), isEstimate: false }
  if (rows.of === 'all') return countListAbout(db, { q: '', filters: {} }, today)
  const { segment: _s, platform: _p, crm: _c, ...filters } = rows.filters
  const listed = await listedOf(db, { q: rows.q, ...rows.filters }, now)
  return countListAbout(db, { q: rows.q, filters: { ...filters, ...listed } }, today)
}
