/**
 * Loyverse API v1.0. Addresses and shapes: https://developer.loyverse.com/docs/ as client libraries use them, read
 * 2026-11. Only the fields that are read here.
 */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import type { TokenSource } from '../access.ts'
import type { Settings } from '../connector.ts'
import type { CrmHttp, CrmRequest, CrmResponse } from '../crm-http.ts'
import { Misconfigured, Rejected, Unreachable } from '../troubles.ts'

const Id = z.string().min(1).max(100)
const Text = z.string().nullish()
/** What is not listed is kept as it came, because an update replaces the whole customer. */
export const Customer = z.looseObject({
  id: Id,
  name: Text,
  email: Text,
  phone_number: Text,
  customer_code: Text,
  note: Text,
  total_points: z.number().nullish(),
  updated_at: Text,
  deleted_at: Text,
})
export type Customer = z.infer<typeof Customer>
const Page = z.object({ customers: z.array(Customer).max(250), cursor: z.string().nullish() })
export type Page = z.infer<typeof Page>
const Merchant = z.object({ id: Id, business_name: Text })
const Webhook = z.object({ id: Id, url: z.string(), type: z.string(), status: z.string().nullish() })
const Failure = z.object({
  errors: z.array(z.object({ code: Text, details: Text, field: Text })).min(1),
})

export const PAGE = 250
/** Ids in one question: their address stays below 2 000 signs. */
export const IDS_AT_ONCE = 40

/** No customer has this id. */
export class NotThere extends Error {}

export function openLoyverseClient(
  { server = '', password = '' }: Settings,
  http: CrmHttp,
  tokens: TokenSource | undefined,
) {
  const base = `${server.replace(/\/+$/, '')}/v1.0`

  async function ask<T>(
    path: string,
    shape: z.ZodType<T>,
    request: Pick<CrmRequest, 'method' | 'json'> = {},
  ): Promise<T> {
    const sent = (token: string) =>
      http.send({ url: base + path, headers: { authorization: `Bearer ${token}` }, ...request })
    if (password !== '') return readAnswer(await sent(password), shape, 'key')
    if (!tokens) throw new Misconfigured('wrong_login', 'password')
    const token = await tokens.access()
    const answered = await sent(token)
    // It may have ended early; with the next one it is tried once more.
    if (answered.status === 401) return readAnswer(await sent(await tokens.renew(token)), shape, 'consent')
    return readAnswer(answered, shape, 'consent')
  }

  return {
    readMerchant: () => ask('/merchant', Merchant),
    readPage: (query: Readonly<Record<string, string>>) =>
      ask(`/customers?${new URLSearchParams({ limit: String(PAGE), ...query })}`, Page),
    async readMany(ids: readonly string[]): Promise<Customer[]> {
      const found: Customer[] = []
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const query = new URLSearchParams({
          customer_ids: ids.slice(from, from + IDS_AT_ONCE).join(','),
          limit: String(PAGE),
        })
        found.push(...(await ask(`/customers?${query}`, Page)).customers)
      }
      return found
    },
    readOne: (id: string) => ask(`/customers/${encodeURIComponent(id)}`, Customer),
    /** With an id it replaces that customer. */
    save: (customer: object) => ask('/customers', Customer, { method: 'POST', json: customer }),
    listWebhooks: async () => (await ask('/webhooks', z.object({ webhooks: z.array(Webhook) }))).webhooks,
    saveWebhook: (webhook: object) => ask('/webhooks', Webhook, { method: 'POST', json: webhook }),
    removeWebhook: (id: string) =>
      ask(`/webhooks/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof NotThere)) throw error
      }),
  }
}
export type LoyverseClient = ReturnType<typeof openLoyverseClient>

function readAnswer<T>(answered: CrmResponse, shape: z.ZodType<T>, by: 'key' | 'consent'): T {
  if (answered.status < 400) return answered.json(shape)
  const { status, text } = answered
  const failure = readJson(text, Failure)
  const first = failure.isRead ? failure.value.errors[0] : undefined
  const words = (first?.details || first?.code || '').slice(0, 200)
  if (status === 401)
    throw by === 'consent'
      ? new Misconfigured('connect_anew', 'consent', words)
      : new Misconfigured('wrong_login', 'password', words)
  // The scope is missing, or the subscription has ended.
  if (status === 402 || status === 403) throw new Misconfigured('wrong_credentials', 'password', words)
  if (status === 404) {
    if (!failure.isRead) throw new Misconfigured('not_found', 'server', '404')
    throw new NotThere(words)
  }
  if (!failure.isRead) throw new Unreachable('unreadable', { mayHaveArrived: true, detail: String(status) })
  const field = first?.field ?? ''
  throw new Rejected(words, field.includes('phone') ? 'phone' : field.includes('email') ? 'email' : undefined)
}
