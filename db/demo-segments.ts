/** Three segments of a coffee house. */
import type { Rules } from '../contract/people/segments.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { createSegment, saveSegment } from '../server/people/segments/segments.ts'

const SEGMENTS: readonly (Rules & { name: string })[] = [
  {
    name: 'Regulars',
    match: 'all',
    criteria: [
      { kind: 'balance', operator: 'gte', value: 100_00 },
      { kind: 'bonus', operator: 'gte', value: 50_00 },
    ],
  },
  { name: 'Under 35', match: 'all', criteria: [{ kind: 'age', operator: 'lt', value: 35 }] },
  {
    name: 'Waiting for an offer',
    match: 'any',
    criteria: [
      { kind: 'discount', operator: 'eq', value: 0 },
      { kind: 'balance', operator: 'lt', value: 10_00 },
    ],
  },
]

export async function addSegments(app: App, db: CabinetDb): Promise<void> {
  for (const { name, match, criteria } of SEGMENTS) {
    const { id, version } = await createSegment(app, db)
    await saveSegment(db, id, { name, match, criteria, version }, app.clock.now())
  }
}
