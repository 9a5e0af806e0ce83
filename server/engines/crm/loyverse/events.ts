/** What Loyverse sends when a customer was changed or a receipt was made. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../../base/crypto.ts'
import { readJson } from '../../../base/json.ts'
import type { Hooks, HookSubject, Received } from '../hooks.ts'
import { Customer, type LoyverseClient } from './client.ts'
import { foundOf } from './mapping.ts'

const TYPES = ['customers.update', 'receipts.update'] as const

const Event = z.object({
  merchant_id: z.string(),
  customers: z.array(Customer).max(1000).nullish(),
  receipts: z
    .array(z.object({ customer_id: z.string().nullish() }))
    .max(1000)
    .nullish(),
})
const eventOf = ({ body }: Received) => {
  const read = readJson(body, Event)
  return read.isRead ? read.value : undefined
}

export const hooks: Hooks = {
  // It has no number: the time of the event is part of its content.
  eventId: () => '',
  verify(received, { application, account }) {
    const event = eventOf(received)
    if (!event || (account !== '' && event.merchant_id !== account)) return false
    if (!application) return true
    const given = received.headers['x-loyverse-signature'] ?? ''
    const mac = createHmac('sha1', application.clientSecret).update(received.body).digest()
    // The description says base64, and users have measured hex.
    return isSameSecret(given, mac.toString('base64')) || isSameSecret(given.toLowerCase(), mac.toString('hex'))
  },
  subjects(received) {
    const { customers, receipts } = eventOf(received) ?? {}
    return [
      ...(customers ?? []).map((one): HookSubject => ({ crmId: one.id, seen: foundOf(one) })),
      ...(receipts ?? []).flatMap(({ customer_id: crmId }): HookSubject[] => (crmId ? [{ crmId }] : [])),
    ]
  },
}

export async function registerHooks(client: LoyverseClient, address: string, ours: string): Promise<void> {
  const known = (await client.listWebhooks()).filter(({ url }) => url.startsWith(ours))
  for (const old of known.filter(({ url }) => url !== address)) await client.removeWebhook(old.id)
  for (const type of TYPES) {
    const [first, ...more] = known.filter((one) => one.url === address && one.type === type)
    for (const other of more) await client.removeWebhook(other.id)
    if (first?.status === 'ENABLED') continue
    if (first) await client.removeWebhook(first.id)
    await client.saveWebhook({ url: address, type, status: 'ENABLED' })
  }
}

export async function removeHooks(client: LoyverseClient, ours: string): Promise<void> {
  for (const { id, url } of await client.listWebhooks()) if (url.startsWith(ours)) await client.removeWebhook(id)
}
