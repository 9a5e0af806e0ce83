/** A business that answers at its own address: it has every method, checks the key, and runs each request once. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type VendorRequest,
  type VendorRouter,
  jsonIn,
  openVendorRouter,
  type VendorReply,
} from '../../../../../emulators/crm/router.ts'

type Fields = Record<string, unknown>
export type UrlField = { id: string; name: string; kind: string; isWritable: boolean }
export type UrlCustomer = Record<string, unknown> & {
  customerId: string
  phone?: string
  cardNumbers?: string[]
  email?: string
  bonus?: number
  balance?: number
  discount?: number
  /** Of fields that the business has added, by their id. */
  fields?: Fields
}
/** Everything that the shop keeps. */
export type UrlBooks = {
  customers: Map<string, UrlCustomer>
  /** What was answered to requests that changed something, by their id. */
  answers: Map<string, VendorReply>
  /** Ids of changed customers, in order; `changes` reads it page by page. */
  log: string[]
  /** Of the last customer that was added. */
  number: number
  /** Phones of customers that are not saved. */
  refused: Set<string>
  /** What the business has added beside names, contacts and amounts. */
  fields: UrlField[]
  /** Enquiries that were opened for new customers: the kind of each, by the id of the customer. */
  inquiries: Map<string, string>
  /** Receipts as they are now, by their id. */
  receipts: Map<string, UrlReceipt>
  /** Ids of receipts in the order of their changes; `purchases` reads it page by page. */
  receiptLog: string[]
}
export type UrlReceipt = {
  id: string
  kind: 'sale' | 'refund'
  saleId?: string
  at: string
  sum: number | string
  currency?: string
  customerId?: string
  place?: string
  cashier?: string
  isVoid?: boolean
}
export type UrlShop = {
  router: VendorRouter
  books: UrlBooks
  customers: Map<string, UrlCustomer>
  /** Changes a customer as the business would. */
  change(customerId: string, change: Partial<UrlCustomer>): void
  /** Writes a receipt, or writes it anew. */
  keepReceipt(receipt: UrlReceipt): void
}

/** Opens the emulated business alone. */
export const KEYS = { key: 'emulated-key' }

type ShopOptions = { key: string; secret?: string; legacy?: boolean }
type Method = (customer: Fields, asked: Fields) => VendorReply

/** @param options `legacy`: has no error codes and only the three oldest methods, amounts are texts */
export function openEmulator(prefix: string, options: ShopOptions = KEYS): UrlShop {
  const books = newBooks()
  const { customers, log } = books
  const fail = failureOf(options.legacy === true)
  const run = openMethods(books, options.legacy === true)

  function answer(asked: VendorRequest): VendorReply {
    if (asked.method !== 'POST') return { status: 405, body: { error: 'Post only' } }
    const body = jsonIn(asked.body)
    if (!body) return fail('Not JSON', 'validation')
    const basic = `Basic ${Buffer.from(`shop:${options.key}`).toString('base64')}`
    if (body.crm_key !== options.key && asked.headers.authorization !== basic)
      return asked.headers.authorization
        ? { status: 401, body: { error: 'Invalid password' } }
        : fail('Invalid key', 'bad_key')
    if (!isSigned(asked, options.secret)) return fail('Invalid key', 'bad_key')
    return run(body)
  }

  return {
    router: openVendorRouter(
      prefix,
      { status: 429, body: { error: 'Too many requests', code: 'busy' }, headers: { 'retry-after': '2' } },
      answer,
    ),
    books,
    customers,
    change(customerId, change) {
      const one = customers.get(customerId)
      if (!one) throw new Error(`no customer ${customerId}`)
      customers.set(customerId, { ...one, ...change })
      log.push(customerId)
    },
    keepReceipt(receipt) {
      books.receipts.set(receipt.id, receipt)
      books.receiptLog.push(receipt.id)
    },
  }
}

export const newBooks = (): UrlBooks => ({
  customers: new Map(),
  answers: new Map(),
  log: [],
  number: 0,
  refused: new Set(),
  fields: [],
  inquiries: new Map(),
  receipts: new Map(),
  receiptLog: [],
})

const failureOf =
  (isLegacy: boolean) =>
  (error: string, code: string): VendorReply => ({ status: 200, body: { error, ...(!isLegacy && { code }) } })

/** Answers requests of the protocol, each of them once. */
export function openMethods(books: UrlBooks, isLegacy = false): (body: Fields) => VendorReply {
  const fail = failureOf(isLegacy)
  const methods = shopMethods(books, isLegacy, fail)
  return (body) => {
    const id = `${String(body.method)}|${String(body.requestId)}`
    const before = books.answers.get(id)
    if (before) return before
    const method = methods.get(String(body.method))
    const reply = method ? method((body.customer ?? {}) as Fields, body) : fail('Unknown method', 'unknown_method')
    if (reply.isWrite) books.answers.set(id, { ...reply, isWrite: false })
    return reply
  }
}

/** The first field that the business does not have, or whose value is of another kind. */
function wrongField({ fields }: UrlBooks, values: unknown): string | undefined {
  const fits = (kind: string, value: unknown) => {
    if (kind === 'flag') return typeof value === 'boolean'
    if (kind === 'number') return typeof value === 'number'
    return typeof value === 'string' && (kind !== 'date' || /^\d{4}-\d\d-\d\d$/.test(value))
  }
  return Object.entries((values ?? {}) as Fields).find(
    ([id, value]) => !fields.some((one) => one.id === id && one.isWritable && fits(one.kind, value)),
  )?.[0]
}

function isSigned({ headers, body }: VendorRequest, secret: string | undefined): boolean {
  if (!secret) return true
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
  const wanted = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return v1 !== '' && timingSafeEqual(Buffer.from(wanted), Buffer.from(v1))
}

function shopMethods(
  books: UrlBooks,
  isLegacy: boolean,
  fail: (error: string, code: string) => VendorReply,
): ReadonlyMap<string, Method> {
  const { customers, log, refused } = books
  const amount = (value: unknown) => (isLegacy ? String(value ?? 0) : (value ?? 0))
  const done = (content: Fields): VendorReply => ({ status: 200, body: { success: true, ...content } })
  const hasWrongPhone = ({ phone }: Fields) => /^\+?0+$/.test(String(phone ?? '')) || refused.has(String(phone))
  const refusalOf = (wanted: Fields): VendorReply | undefined => {
    if (hasWrongPhone(wanted)) return fail('Wrong phone', 'validation')
    const wrong = wrongField(books, wanted.fields)
    return wrong === undefined ? undefined : fail(`The field ${wrong} does not take this value`, 'unknown_field')
  }
  const mergedFields = (known: UrlCustomer | undefined, wanted: Fields) => ({
    ...((known?.fields ?? wanted.fields) !== undefined && {
      fields: { ...known?.fields, ...(wanted.fields as Fields | undefined) },
    }),
  })
  const save = (customer: UrlCustomer) => {
    customers.set(customer.customerId, customer)
    log.push(customer.customerId)
  }

  const oldest: [string, Method][] = [
    [
      'createCustomer',
      (wanted, asked) => {
        const wrong = refusalOf(wanted)
        if (wrong) return wrong
        const known = findCustomer(customers, wanted)
        const customerId = known?.customerId ?? `A-${++books.number}`
        if (!known && asked.inquiry) books.inquiries.set(customerId, String(asked.inquiry))
        save({ ...known, ...wanted, customerId, ...mergedFields(known, wanted) })
        return { status: 200, body: { customerId }, isWrite: true }
      },
    ],
    [
      'updateCustomer',
      (wanted) => {
        const known = customers.get(String(wanted.customerId))
        if (!known) return fail('Customer not found', 'not_found')
        const wrong = refusalOf(wanted)
        if (wrong) return wrong
        save({ ...known, ...wanted, customerId: known.customerId, ...mergedFields(known, wanted) })
        return { ...done({}), isWrite: true }
      },
    ],
    [
      'readBalance',
      (wanted) => {
        const known = findCustomer(customers, wanted)
        if (!known) return fail('Customer not found', 'not_found')
        const { bonus, balance, discount, fields } = known
        const shown = { bonus: amount(bonus), balance: amount(balance), discount: amount(discount) }
        return done({ ...shown, ...(fields && !isLegacy && { fields }) })
      },
    ],
  ]
  const newer: [string, Method][] = [
    ['ping', () => done({})],
    [
      'addBalance',
      (wanted) => {
        const known = findCustomer(customers, wanted)
        if (!known) return fail('Customer not found', 'not_found')
        const kind = wanted.kind === 'balance' ? 'balance' : 'bonus'
        const after = Math.round((Number(known[kind] ?? 0) + Number(wanted.sum)) * 100) / 100
        if (after < 0) return fail('Not enough', 'validation')
        save({ ...known, [kind]: after })
        return { ...done({}), isWrite: true }
      },
    ],
    [
      'findCustomer',
      (wanted) => {
        const all = [...customers.values()].filter((one) => isSame(one, wanted))
        return done(all.length > 1 ? { customers: all } : { customer: all[0] ?? null })
      },
    ],
    ['listFields', () => done({ fields: books.fields })],
    [
      'createFields',
      (_, asked) => {
        for (const { name, kind } of asked.fields as UrlField[])
          if (!books.fields.some((one) => one.name === name))
            books.fields.push({ id: `f${books.fields.length + 1}`, name, kind, isWritable: true })
        return { ...done({}), isWrite: true }
      },
    ],
    [
      'purchases',
      (_, asked) => {
        const from = Number(asked.since || 0)
        const page = books.receiptLog.slice(from, from + Math.min(Number(asked.limit) || 100, 100))
        const items = page.flatMap((id) => books.receipts.get(id) ?? [])
        return done({ items, next: String(from + page.length) })
      },
    ],
    [
      'changes',
      (_, asked) => {
        const from = Number(asked.since || 0)
        const page = log.slice(from, from + Math.min(Number(asked.limit) || 100, 100))
        const items = [...new Set(page)].flatMap((id) => customers.get(id) ?? [])
        return done({ items, next: String(from + page.length) })
      },
    ],
    [
      'listCustomers',
      (_, asked) => {
        const after = String(asked.after ?? '')
        const rest = [...customers.keys()].toSorted().filter((id) => id > after)
        const page = rest.slice(0, Math.min(Number(asked.limit) || 100, 100))
        const items = page.flatMap((id) => customers.get(id) ?? [])
        return done({ items, total: customers.size, next: rest.length > page.length ? page.at(-1) : null })
      },
    ],
  ]
  return new Map(isLegacy ? oldest : [...oldest, ...newer])
}

const findCustomer = (customers: ReadonlyMap<string, UrlCustomer>, wanted: Fields): UrlCustomer | undefined =>
  wanted.customerId === undefined
    ? [...customers.values()].find((one) => isSame(one, wanted))
    : customers.get(String(wanted.customerId))

function isSame(one: UrlCustomer, wanted: Fields): boolean {
  const cards = [
    wanted.cardNumber,
    ...(Array.isArray(wanted.cardNumbers) ? (wanted.cardNumbers as unknown[]) : []),
  ].filter((card) => typeof card === 'string' && card !== '')
  return (
    (one.phone !== undefined && one.phone !== '' && one.phone === wanted.phone) ||
    cards.some((card) => one.cardNumbers?.includes(card as string)) ||
    (one.email !== undefined && one.email !== '' && one.email === wanted.email)
  )
}
