/** Webhooks of MoySklad: ordered by type and action; an event has references alone. */
import { randomUUID } from 'node:crypto'
import type { HookGun } from '../../../../../emulators/crm/fire-hook.ts'
import type { Books, Refusal } from './buyers.ts'
import { failure, metaAt, momentOf, type Row } from './lists.ts'

const TYPES = new Set(['counterparty', 'bonustransaction', 'retaildemand', 'demand'])
const ACTIONS = new Set(['CREATE', 'UPDATE', 'DELETE', 'PROCESSED'])
const URL_MAX = 255

export const shownWebhook = (one: Row, base: string): Row => ({
  meta: metaAt(`${base}/entity/webhook/${String(one.id)}`, 'webhook', base),
  ...one,
})

export function orderWebhook({ url, entityType, action }: Row, books: Books): Row | Refusal {
  if (typeof url !== 'string' || url.length > URL_MAX) return failure(3000, 'The url is not valid', 'url')
  if (!TYPES.has(String(entityType))) return failure(3000, 'The entityType is not valid', 'entityType')
  if (!ACTIONS.has(String(action))) return failure(3000, 'The action is not valid', 'action')
  if (books.webhooks.some((one) => one.url === url && one.entityType === entityType && one.action === action))
    return failure(30_006, 'There is such a webhook already')
  const made = { id: randomUUID(), accountId: books.account, url, entityType, action, enabled: true, method: 'POST' }
  books.webhooks.push(made)
  return made
}

export function eventOf(type: string, action: string, id: string, account: string): string {
  const href = `https://api.moysklad.ru/api/remap/1.2/entity/${type}/${id}`
  return JSON.stringify({
    auditContext: { meta: { type: 'audit' }, uid: 'admin@emulated', moment: momentOf(new Date()) },
    events: [{ meta: { type, href }, action, accountId: account }],
  })
}

/** @returns what sends an event of a change */
export const openEvents =
  (books: () => Books, gun: HookGun): Books['fireEvent'] =>
  (type, action, id) => {
    const { webhooks, account } = books()
    for (const one of webhooks.filter((hook) => hook.entityType === type && hook.action === action && hook.enabled))
      gun.fire(`${String(one.url)}?requestId=${randomUUID()}`, eventOf(type, action, id, account), {})
  }
