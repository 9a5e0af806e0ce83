/** Segments of the coffee house and of the hotel, and tags. The salon has none yet. */
import type { Rules } from '../contract/people/segments.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { addTags as giveTags, listClients, tagsNamed } from '../server/people/clients/clients.ts'
import { createSegment, saveSegment } from '../server/people/segments/segments.ts'

type Named = Rules & { name: string }

const OF_COFFEE: readonly Named[] = [
  {
    name: 'Regulars',
    match: 'all',
    criteria: [{ kind: 'purchases', operator: 'gte', value: 6, days: 90 }],
  },
  { name: 'Under 35', match: 'all', criteria: [{ kind: 'age', operator: 'lt', value: 35 }] },
  {
    name: 'Not seen for a month',
    match: 'any',
    criteria: [
      { kind: 'lastPurchase', operator: 'gt', value: 30 },
      { kind: 'lastPurchase', operator: 'never' },
    ],
  },
]

const OF_HOTEL: readonly Named[] = [
  {
    name: 'Давно не приезжали',
    match: 'any',
    criteria: [
      { kind: 'lastPurchase', operator: 'gt', value: 60 },
      { kind: 'lastPurchase', operator: 'never' },
    ],
  },
]

const SEGMENTS: Readonly<Record<string, readonly Named[]>> = {
  'coffee-lab': OF_COFFEE,
  'hotel-sever': OF_HOTEL,
}

/** What the staff has noticed, by the place of a client among the demo's clients. */
const TAGGED: readonly (readonly [every: number, from: number, name: string])[] = [
  [4, 0, 'Regular'],
  [9, 2, 'Vegan'],
  [11, 5, 'Works nearby'],
]

export async function addTags(app: App, db: CabinetDb): Promise<void> {
  const now = app.clock.now()
  const { data } = await listClients(db, { page: 1, limit: 100, q: '', o: 'cardNumber', d: 'asc' }, now)
  for (const [every, from, name] of TAGGED) {
    const tagged = data.filter((_, no) => no % every === from).map(({ id }) => id)
    await giveTags(
      db,
      tagged,
      (await tagsNamed(db, [name], now)).map(({ id }) => id),
    )
  }
}

export async function addSegments(app: App, db: CabinetDb, domain: string): Promise<void> {
  for (const { name, match, criteria } of SEGMENTS[domain] ?? []) {
    const { id, version } = await createSegment(app, db)
    await saveSegment(db, id, { name, match, criteria, version }, app.clock.now())
  }
}
