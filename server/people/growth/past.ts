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

/** As `countVisits`, and as the database counts filled forms (0591): many of both at once. */
export async function countPastSteps(db: CabinetDb, steps: readonly PastStep[]): Promise<void> {
  for (const [event, all] of Map.groupBy(steps, (one) => one.event))
    await sql.addToDays(
      db,
      event,
      all.map(({ at, formId, templateId, source }) => ({ day: moscowDay(at), formId, templateId, source, count: 1 })),
    )
}
