/** Three segments of a coffee house, and its tags. */
import type { Rules } from '../contract/people/segments.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { listClients, setClientTags } from '../server/people/clients/clients.ts'
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

/** What the staff has noticed, by the place of a client among the demo's clients. */
const TAGGED: readonly (readonly [every: number, from: number, name: string])[] = [
  [4, 0, 'Regular'],
  [9, 2, 'Vegan'],
  [11, 5, 'Works nearby'],
]

export async function addTags(app: App, db: CabinetDb): Promise<void> {
  const now = app.clock.now()
  const { data } = await listClients(db, { page: 1, limit: 100, q: '', o: 'cardNumber', d: 'asc' }, now)
  for (const [no, { id }] of data.entries()) {
    const names = TAGGED.filter(([every, from]) => no % every === from).map(([, , name]) => name)
    if (names.length > 0) await setClientTags(db, id, names, now)
  }
}

export async function addSegments(app: App, db: CabinetDb): Promise<void> {
  for (const { name, match, criteria } of SEGMENTS) {
    const { id, version } = await createSegment(app, db)
    await saveSegment(db, id, { name, match, criteria, version }, app.clock.now())
  }
}
