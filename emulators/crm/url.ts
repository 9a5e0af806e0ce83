/**
 * A business that answers at an address of its own: knows every method, checks the key, and does nothing twice for one
 * request.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type VendorRequest, type VendorRouter, jsonIn, openVendorRouter, type VendorReply } from './router.ts'

export type UrlCustomer = Record<string, unknown> & {
  customerId: string
  phone?: string
  cardNumbers?: string[]
  email?: string
  bonus?: number
  balance?: number
  discount?: number
}
export type UrlShop = {
  router: VendorRouter
  customers: Map<string, UrlCustomer>
  /** Changes a customer as the business itself would. */
  change(customerId: string, change: Partial<UrlCustomer>): void
}

/** @param options `legacy`: knows no codes and only the three oldest methods, amounts are texts */
export function openUrlShop(prefix: string, options: { key: string; secret?: string; legacy?: boolean }): UrlShop {
  const customers = new Map<string, UrlCustomer>()
  const answers = new Map<string, VendorReply>()
  const log: string[] = []
  let number = 0
  const text = (value: unknown) => (options.legacy ? String(value ?? 0) : (value ?? 0))
  const fail = (error: string, code: string): VendorReply => ({
    status: 200,
    body: { error, ...(!options.legacy && { code }) },
  })
  const touch = (id: string) => void log.push(id)

  function isSigned({ headers, body }: VendorRequest): boolean {
    if (!options.secret) return true
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
    const wanted = createHmac('sha256', options.secret).update(`${t}.${body}`).digest()
    return v1 !== '' && timingSafeEqual(wanted, Buffer.from(v1, 'hex'))
  }

  function known(wanted: Record<string, unknown>): UrlCustomer | undefined {
    const cards = [
      wanted.cardNumber,
      ...(Array.isArray(wanted.cardNumbers) ? (wanted.cardNumbers as unknown[]) : []),
    ].filter((one) => typeof one === 'string' && one !== '')
    return [...customers.values()].find(
      (one) =>
        one.customerId === wanted.customerId ||
        (one.phone !== undefined && one.phone !== '' && one.phone === wanted.phone) ||
        cards.some((card) => one.cardNumbers?.includes(card as string)) ||
        (one.email !== undefined && one.email !== '' && one.email === wanted.email),
    )
  }

  function act(method: string, wanted: Record<string, unknown>, asked: Record<string, unknown>): VendorReply {
    if (options.legacy && ['ping', 'findCustomer', 'changes'].includes(method))
      return fail('Unknown method', 'unknown_method')
    const one = known(wanted)
    switch (method) {
      case 'ping':
        return { status: 200, body: { success: true } }
      case 'findCustomer':
        return { status: 200, body: { success: true, customer: one ?? null } }
      case 'createCustomer': {
        if (/^\+?0+$/.test(String(wanted.phone ?? ''))) return fail('Wrong phone', 'validation')
        const customerId = one?.customerId ?? `A-${++number}`
        customers.set(customerId, { ...one, ...wanted, customerId })
        touch(customerId)
        return { status: 200, body: { customerId }, isWrite: true }
      }
      case 'updateCustomer': {
        const kept = customers.get(String(wanted.customerId))
        if (!kept) return fail('Customer not found', 'not_found')
        if (/^\+?0+$/.test(String(wanted.phone ?? ''))) return fail('Wrong phone', 'validation')
        customers.set(kept.customerId, { ...kept, ...wanted, customerId: kept.customerId })
        touch(kept.customerId)
        return { status: 200, body: { success: true }, isWrite: true }
      }
      case 'readBalance':
        return one
          ? {
              status: 200,
              body: { success: true, bonus: text(one.bonus), balance: text(one.balance), discount: text(one.discount) },
            }
          : fail('Customer not found', 'not_found')
      case 'changes': {
        const from = Number(asked.since || 0)
        const limit = Math.min(Number(asked.limit) || 100, 100)
        const page = log.slice(from, from + limit)
        return {
          status: 200,
          body: {
            success: true,
            items: [...new Set(page)].flatMap((id) => customers.get(id) ?? []),
            next: String(from + page.length),
          },
        }
      }
      default:
        return fail('Unknown method', 'unknown_method')
    }
  }

  const router = openVendorRouter(
    prefix,
    { status: 429, body: { error: 'Too many requests', code: 'busy' }, headers: { 'retry-after': '2' } },
    (asked) => {
      if (asked.method !== 'POST') return { status: 405, body: { error: 'Post only' } }
      const body = jsonIn(asked.body)
      if (!body) return fail('Not JSON', 'validation')
      const basic = `Basic ${Buffer.from(`shop:${options.key}`).toString('base64')}`
      if (body.crm_key !== options.key && asked.headers.authorization !== basic)
        return asked.headers.authorization
          ? { status: 401, body: { error: 'Invalid password' } }
          : fail('Invalid key', 'bad_key')
      if (!isSigned(asked)) return fail('Invalid key', 'bad_key')
      const id = `${String(body.method)}|${String(body.requestId)}`
      const before = answers.get(id)
      if (before) return before
      const told = act(String(body.method), (body.customer ?? {}) as Record<string, unknown>, body)
      if (told.isWrite) answers.set(id, { ...told, isWrite: false })
      return told
    },
  )
  return {
    router,
    customers,
    change(customerId, change) {
      const one = customers.get(customerId)
      if (!one) throw new Error(`no customer ${customerId}`)
      customers.set(customerId, { ...one, ...change })
      touch(customerId)
    },
  }
}
