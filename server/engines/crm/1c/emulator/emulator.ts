/** A publication of 1C with both ways in: the HTTP service `/hs/loyalty` and the standard interface OData. */
import {
  type VendorReply,
  type VendorRequest,
  type VendorRouter,
  jsonIn,
  openVendorRouter,
} from '../../../../../emulators/crm/router.ts'
import { newBooks, openMethods, type UrlBooks, type UrlCustomer, type UrlReceipt } from '../../url/emulator/emulator.ts'
import { answerOdata, type Movement } from './odata.ts'

/** Opens the emulated base alone. The login is in Russian, as those of 1C are. */
export const KEYS = { login: 'Кассир', password: 'emulated-password' }

export type Base = {
  router: VendorRouter
  books: UrlBooks
  movements: Movement[]
  /** What the web server in front of the base answers with: a page, and its status. */
  page: { status: number; html: string } | null
  /** Changes a customer as the till would. */
  change(customerId: string, change: Partial<UrlCustomer>): void
  /** Writes a receipt, or writes it anew. */
  keepReceipt(receipt: UrlReceipt): void
}

const SERVICE = '/hs/loyalty'
const ODATA = '/odata/standard.odata'

export function openEmulator(
  prefix: string,
  options: { login: string; password: string; apiKey?: string } = KEYS,
): Base {
  const books = newBooks()
  const run = openMethods(books)
  const basic = `Basic ${Buffer.from(`${options.login}:${options.password}`).toString('base64')}`

  function serve({ method, path, headers, body }: VendorRequest): VendorReply {
    if (options.apiKey && headers['x-api-key'] !== options.apiKey)
      return { status: 403, body: { error: 'Неверный ключ', code: 'bad_key' } }
    if (path === `${SERVICE}/ping` && method === 'GET') return { status: 200, body: { success: true } }
    if (path !== `${SERVICE}/call` || method !== 'POST') return notFound
    const asked = jsonIn(body)
    return asked ? run(asked) : { status: 400, body: { error: 'Тело запроса не JSON', code: 'validation' } }
  }

  function answer(asked: VendorRequest): VendorReply {
    if (base.page) return pageOf(base.page)
    // The platform asks for a login before it looks at the address.
    if (asked.headers.authorization !== basic)
      return { status: 401, body: undefined, headers: { 'www-authenticate': 'Basic realm="1C:Enterprise 8.3"' } }
    if (asked.path.startsWith(SERVICE)) return serve(asked)
    if (!asked.path.startsWith(ODATA) || asked.method !== 'GET') return notFound
    return answerOdata({ path: asked.path.slice(ODATA.length), query: asked.query }, books, base.movements)
  }

  const base: Base = {
    router: openVendorRouter(
      prefix,
      { status: 503, body: { error: 'Превышено число лицензий' }, headers: { 'retry-after': '2' } },
      answer,
    ),
    books,
    movements: [],
    page: null,
    change(customerId, change) {
      const one = books.customers.get(customerId)
      if (!one) throw new Error(`no customer ${customerId}`)
      books.customers.set(customerId, { ...one, ...change })
      books.log.push(customerId)
    },
    keepReceipt(receipt) {
      books.receipts.set(receipt.id, receipt)
      books.receiptLog.push(receipt.id)
    },
  }
  return base
}

const pageOf = ({ status, html }: { status: number; html: string }): VendorReply => ({
  status,
  body: html,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})
const notFound = pageOf({ status: 404, html: '<!doctype html><title>404</title><h1>Not Found</h1>' })
