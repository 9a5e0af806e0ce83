import type { ExportRows } from '../../../contract/people/exports.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countChosen, countListAbout } from '../../people/clients/clients.ts'
import { listedOf } from './clients.ts'

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
  const { segment, platform, crm, ...filters } = rows.filters
  const listed = await listedOf(db, { segment, platform, crm, state: filters.state }, now)
  return countListAbout(db, { q: rows.q, filters: { ...filters, ...listed } }, today)
}
