/** What the clients of the screens have, beside the demo. */
import { clientViews } from '../../contract/people/client-views.ts'
import { externalEvents } from '../../contract/people/external-events.ts'
import { tags } from '../../contract/people/tags.ts'
import { bulkEdits } from '../../contract/reach/bulk-edits.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../server.ts'

/** Tags and events of one client. */
export async function addEvents(owner: Person, c: number, id: string): Promise<string> {
  await owner.send(tags.setClientTags, {
    params: { c, id },
    body: { tags: ['Stammgast', 'Wine club', 'Birthday party'] },
  })
  for (const [senderId, kind, amountMinor, text] of [
    ['receipt-000118', 'purchase', 12_50, 'Lunch for two, with a card of the house'],
    ['receipt-000119', 'refund', -3_20, ''],
    ['visit-7', 'visit', null, ''],
  ] as const)
    await owner.send(externalEvents.addEvent, {
      params: { c, id },
      body: { kind, at: '2026-01-02T03:04:05Z', amountMinor, text, senderId },
    })
  return id
}

export async function addViews(owner: Person, c: number): Promise<void> {
  for (const name of ['Not installed yet', 'Birthdays this week'])
    await owner.send(clientViews.saveView, { params: { c }, body: { name, filters: { platform: 'none' } } })
}

/** Points taken off, of which some had too few. */
export async function addBulkEdit(server: TestServer, owner: Person, c: number): Promise<string> {
  const { id } = await owner.send(bulkEdits.startBulkEdit, {
    params: { c },
    body: {
      rows: { of: 'filtered', q: 'Foster', filters: {} },
      action: { kind: 'amount', amount: 'bonus', action: 'take', value: 50_00, reason: 'Points of last year' },
    },
  })
  await server.drainJobs()
  return id
}
