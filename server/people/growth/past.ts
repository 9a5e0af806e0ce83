/** Visits and sendings of a past that was brought along: the demo. */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

export type PastStep = {
  at: Date
  event: 'opened' | 'filled'
  formId: string
  templateId: string
  /** As `keepSource` has given it. */
  source: string
}

/** As `countStep` one by one, in one statement. */
export function countPastSteps(db: CabinetDb, steps: readonly PastStep[]): Promise<void> {
  const groups = Map.groupBy(steps, (one) =>
    [moscowDay(one.at), one.event, one.formId, one.templateId, one.source].join('|'),
  )
  return sql.addToDays(
    db,
    [...groups.values()].map((group) => {
      const { at, ...of } = group[0] as PastStep
      return { day: moscowDay(at), ...of, count: group.length }
    }),
  )
}
