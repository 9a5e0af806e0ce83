/**
 * Loyverse: customers with points, webhooks, access by a personal token or by consent. It has no search by phone: what
 * it does not know in a question it leaves out, as the real one does.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { type HookGun, openHookGun } from '../../../../../emulators/crm/fire-hook.ts'
import {
  jsonIn,
  openVendorRouter,
  type VendorReply,
  type VendorRequest,
  type VendorRouter,
} from '../../../../../emulators/crm/router.ts'
import { type Application, type Consents, openConsents } from './consent.ts'

type Row = Record<string, unknown>
export type LoyverseCustomer = Row & {
  id: string
  name: string
  phone_number: string | null
  customer_code: string | null
  total_points: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}
/** `isSigned`: an application has ordered it. */
export type Webhook = { id: string; url: string; type: string; status: string; isSigned: boolean }

export type Loyverse = {
  router: VendorRouter
  customers: Map<string, LoyverseCustomer>
  webhooks: Webhook[]
  refused: Set<string>
  consents: Consents
  gun: HookGun
  merchant: { id: string; business_name: string }
  /** A change at the till; an event goes out. */
  change(id: string, facts: Row): void
  add(facts: Row): LoyverseCustomer
  /** A sale of this customer was written. */
  sell(id: string): void
  sign(body: string): string
}

/** Open the emulated system alone. */
export const KEYS = {
  token: 'emulated-token',
  clientId: 'emulated-application',
  clientSecret: 'emulated-application-secret',
}
const PAGE_DEFAULT = 50
const PAGE_MAX = 250

const fail = (status: number, code: string, details: string, field?: string): VendorReply => ({
  status,
  body: { errors: [{ code, details, ...(field && { field }) }] },
})

export function openEmulator(prefix: string, keys: Application & { token: string } = KEYS): Loyverse {
  const consents = openConsents(keys)
  const gun = openHookGun()
  let clock = Date.now()
  /** No two changes have the same time, so their order is certain. */
  const stamp = () => new Date((clock = Math.max(clock + 1, Date.now()))).toISOString()

  function fireEvent(type: string, content: Row): void {
    const body = JSON.stringify({ merchant_id: shop.merchant.id, type, created_at: stamp(), ...content })
    for (const { url } of shop.webhooks.filter((one) => one.type === type && one.status === 'ENABLED'))
      gun.fire(url, body, signatureOf(url, body))
  }
  const signatureOf = (url: string, body: string): Record<string, string> =>
    shop.webhooks.some((one) => one.url === url && one.isSigned) ? { 'x-loyverse-signature': shop.sign(body) } : {}

  function pageOf(query: URLSearchParams): VendorReply {
    const limit = Math.min(Math.max(Number(query.get('limit')) || PAGE_DEFAULT, 1), PAGE_MAX)
    const cursor = query.get('cursor') ?? ''
    const from = cursor === '' ? 0 : Number(/^at-(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? -1)
    if (from < 0) return fail(400, 'INVALID_CURSOR', 'The cursor is not valid', 'cursor')
    const ids = query.get('customer_ids')?.split(',')
    const [since, email] = [query.get('updated_at_min') ?? '', query.get('email')]
    const all = [...shop.customers.values()].filter(
      (one) => (!ids || ids.includes(one.id)) && one.updated_at >= since && (email === null || one.email === email),
    )
    const next = from + limit < all.length ? Buffer.from(`at-${from + limit}`).toString('base64url') : null
    return { status: 200, body: { customers: all.slice(from, from + limit), cursor: next } }
  }

  function save(asked: Row): VendorReply {
    const known = typeof asked.id === 'string' ? shop.customers.get(asked.id) : undefined
    if (asked.id !== undefined && !known) return fail(404, 'NOT_FOUND', 'There is no such customer')
    if (typeof asked.name !== 'string' || asked.name === '')
      return fail(400, 'MISSING_REQUIRED_PARAMETER', 'name is required', 'name')
    if (shop.refused.has(String(asked.phone_number)))
      return fail(400, 'INVALID_VALUE', 'phone_number is not valid', 'phone_number')
    // What is left out is emptied, and points are not taken from here.
    const { total_points: _, ...facts } = asked
    const { id, created_at, total_points } = known ?? newCustomer()
    const whole = { ...EMPTY, ...facts, id, created_at, total_points, updated_at: stamp() } as LoyverseCustomer
    shop.customers.set(id, whole)
    fireEvent('customers.update', { customers: [whole] })
    return { status: 200, body: whole, isWrite: true }
  }

  const newCustomer = (): LoyverseCustomer => {
    const at = stamp()
    return { ...EMPTY, id: randomUUID(), total_points: 0, created_at: at, updated_at: at }
  }

  function webhook(method: string, path: string, body: string, isSigned: boolean): VendorReply {
    const id = path.split('/')[2]
    if (method === 'GET') return { status: 200, body: { webhooks: shop.webhooks } }
    if (method === 'DELETE') {
      const known = shop.webhooks.findIndex((one) => one.id === id)
      if (known < 0) return fail(404, 'NOT_FOUND', 'There is no such webhook')
      shop.webhooks.splice(known, 1)
      return { status: 200, body: { deleted_object_ids: [id] }, isWrite: true }
    }
    const { url, type, status } = jsonIn(body) ?? {}
    if (typeof url !== 'string' || typeof type !== 'string')
      return fail(400, 'MISSING_REQUIRED_PARAMETER', 'url and type are required')
    const made = { id: randomUUID(), url, type, status: String(status ?? 'ENABLED'), isSigned }
    shop.webhooks.push(made)
    return { status: 200, body: made, isWrite: true }
  }

  function answer(asked: VendorRequest): VendorReply {
    const { method, path: whole, query, headers, body } = asked
    const what = `${method} ${whole}`
    if (what === 'GET /oauth/authorize') return consents.page(asked, prefix, shop.merchant.business_name)
    if (what === 'POST /oauth/authorize') return consents.answer(asked)
    if (what === 'POST /oauth/token') return consents.token(asked)
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (token !== keys.token && !consents.isGood(token)) return fail(401, 'UNAUTHORIZED', 'The token is not valid')
    const path = whole.startsWith('/v1.0') ? whole.slice('/v1.0'.length) : ''
    if (path === '/webhooks' || path.startsWith('/webhooks/')) return webhook(method, path, body, token !== keys.token)
    const one = /^\/customers\/([^/]+)$/.exec(path)?.[1]
    if (one !== undefined && method === 'GET') {
      const known = shop.customers.get(decodeURIComponent(one))
      return known ? { status: 200, body: known } : fail(404, 'NOT_FOUND', 'There is no such customer')
    }
    switch (`${method} ${path}`) {
      case 'GET /merchant':
        return { status: 200, body: { ...shop.merchant, country: 'CZ', currency: { code: 'CZK' } } }
      case 'GET /customers':
        return pageOf(query)
      case 'POST /customers':
        return save(jsonIn(body) ?? {})
      default:
        return fail(404, 'NOT_FOUND', 'There is nothing here')
    }
  }

  const shop: Loyverse = {
    router: openVendorRouter(prefix, fail(429, 'RATE_LIMITED', 'Too many requests'), answer),
    customers: new Map(),
    webhooks: [],
    refused: new Set(),
    consents,
    gun,
    merchant: { id: 'e5b10000-0000-4000-8000-000000000001', business_name: 'Demo Café' },
    add(facts) {
      const made = { ...newCustomer(), ...facts }
      shop.customers.set(made.id, made)
      fireEvent('customers.update', { customers: [made] })
      return made
    },
    change(id, facts) {
      const known = shop.customers.get(id)
      if (!known) throw new Error(`no customer ${id}`)
      const changed = { ...known, ...facts, updated_at: stamp() }
      shop.customers.set(id, changed)
      fireEvent('customers.update', { customers: [changed] })
    },
    sell: (id) => fireEvent('receipts.update', { receipts: [{ receipt_number: `1-${clock}`, customer_id: id }] }),
    sign: (body) => createHmac('sha1', keys.clientSecret).update(body).digest('base64'),
  }
  return shop
}

const EMPTY = {
  name: '',
  email: null,
  phone_number: null,
  address: null,
  customer_code: null,
  note: null,
  deleted_at: null,
}
