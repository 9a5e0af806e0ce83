/**
 * What MoySklad sends when a buyer was changed or points moved: references alone, without a signature. Points do not
 * always change the buyer, so movements are ordered too.
 */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import type { Hooks, Received } from '../hooks.ts'
import type { MoyskladClient } from './client.ts'

const ORDERS = [
  { entityType: 'counterparty', action: 'CREATE' },
  { entityType: 'counterparty', action: 'UPDATE' },
  { entityType: 'bonustransaction', action: 'CREATE' },
  { entityType: 'bonustransaction', action: 'UPDATE' },
] as const

const Sent = z.object({
  events: z
    .array(z.object({ meta: z.object({ type: z.string(), href: z.string() }), accountId: z.string().nullish() }))
    .min(1)
    .max(1000),
})
const eventsIn = ({ body }: Received) => {
  const read = readJson(body, Sent)
  return read.isRead ? read.value.events : []
}
const idsOf = (received: Received, type: string) =>
  eventsIn(received).flatMap(({ meta }) => (meta.type === type ? [meta.href.split('/').at(-1) ?? ''] : []))

export const hooks: Hooks = {
  eventId: ({ query }) => query.requestId ?? '',
  verify(received, { account }) {
    const events = eventsIn(received)
    return events.length > 0 && events.every(({ accountId }) => account === '' || accountId === account)
  },
  subjects: (received) => idsOf(received, 'counterparty').map((crmId) => ({ crmId })),
  documents: (received) => idsOf(received, 'bonustransaction'),
}

export async function registerHooks(client: MoyskladClient, address: string, ours: string): Promise<void> {
  const known = (await client.listWebhooks()).filter(({ url }) => url.startsWith(ours))
  for (const old of known.filter(({ url }) => url !== address)) await client.removeWebhook(old.id)
  for (const order of ORDERS) {
    const { entityType, action } = order
    const same = known.find((one) => one.url === address && one.entityType === entityType && one.action === action)
    if (same?.enabled) continue
    if (same) await client.removeWebhook(same.id)
    await client.orderWebhook({ url: address, ...order })
  }
}

export async function removeHooks(client: MoyskladClient, ours: string): Promise<void> {
  for (const { id, url } of await client.listWebhooks()) if (url.startsWith(ours)) await client.removeWebhook(id)
}
