/** Whether a list of a segment has to be walked, or the few who are in it are known. */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Few } from '../clients/clients.ts'
import { isFresh, remember, rememberUnseen, wasUnseen, withLatest } from './latest-sizes.ts'
import { fewOfRules, LOOKED_UP_MAX, unseenOfRules } from './size.ts'
import type { SegmentRow } from './sql.ts'

/** Hardly anybody: that is no number for a list that has all of them. */
const UNSEEN: Few = { ids: undefined, size: undefined, isUnseen: true }

/** Of many the estimate of the last minute will do, which the list of segments shows too. */
async function guess(db: CabinetDb, row: SegmentRow, now: Date): Promise<Few> {
  const latest = withLatest(db, row, now)
  if (latest.is_estimate && isFresh(latest.counted_at, now))
    return latest.size === 0
      ? UNSEEN
      : { ids: undefined, size: { count: latest.size, isEstimate: true }, isUnseen: false }
  if (wasUnseen(db, row, now)) return UNSEEN
  const few = await fewOfRules(db, row, moscowDay(now), LOOKED_UP_MAX)
  if (few.size?.isEstimate) remember(db, row, few.size, now)
  if (few.ids === undefined && few.isUnseen) rememberUnseen(db, row, now)
  return few
}

/** @param isAlone nothing else is asked of them: with it others may be found sooner than by asking everybody */
export async function fewOrMany(db: CabinetDb, row: SegmentRow, now: Date, isAlone: boolean): Promise<Few> {
  const few = await guess(db, row, now)
  if (few.ids !== undefined || !few.isUnseen || !isAlone) return few
  const ids = await unseenOfRules(db, row, moscowDay(now), LOOKED_UP_MAX)
  return ids ? { ids } : few
}
