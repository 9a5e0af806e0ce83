/**
 * MoySklad: buyers with attributes, one bonus programme, movements of points. Requires gzip and its media type, as the
 * real one does, and answers below its own path or below `/api/remap/1.2`.
 */
import { randomUUID } from 'node:crypto'
import {
  type Books,
  type Buyer,
  BUYER_FILTERS,
  BUYER_SEARCH,
  defineAttribute,
  idIn,
  moveBonus,
  MOVEMENT_FILTERS,
  type Refusal,
  saveBuyer,
  shownAttribute,
  shownBuyer,
  shownMovement,
} from './buyers.ts'
import { openEvents, orderWebhook, shownWebhook } from './webhooks.ts'
import { type HookGun, openHookGun } from '../../../../../emulators/crm/fire-hook.ts'
import { DOCUMENT_FILTERS, isDocumentType, type ShopDocument, shownDocument } from './documents.ts'
import { fail, failure, type List, listPage, metaAt, type Row } from './lists.ts'
import {
  type VendorRequest,
  type VendorRouter,
  openVendorRouter,
  type VendorReply,
} from '../../../../../emulators/crm/router.ts'

export type Moysklad = {
  router: VendorRouter
  books: Books
  buyers: Map<string, Buyer>
  gun: HookGun
  /** Phones of buyers that are not saved. */
  refused: Set<string>
  program: string
  /** Id of the account behind every login. */
  account: string
  setPoints(phone: string, points: number): void
  /** Writes a sale or a return, or writes it anew. */
  keepDocument(document: ShopDocument): void
}

/** Opens the emulated system alone. */
export const KEYS = { login: 'admin@emulated', password: 'emulated-password', token: 'emulated-token' }

const VERSION_PATH = '/api/remap/1.2'
const MANY_MAX = 1000
const isRefusal = (made: Row | Refusal): made is Refusal => 'error' in made

export function openEmulator(
  prefix: string,
  options: { login: string; password: string; token: string } = KEYS,
): Moysklad {
  const gun = openHookGun()
  const books: Books = {
    buyers: new Map(),
    movements: [],
    documents: new Map(),
    attributes: [],
    program: 'c10a0000-0000-4000-8000-000000000001',
    account: 'ac000000-0000-4000-8000-000000000001',
    webhooks: [],
    fireEvent: openEvents(() => books, gun),
  }
  const basic = `Basic ${Buffer.from(`${options.login}:${options.password}`).toString('base64')}`
  /** One that was asked for ends the one before. */
  let issued = ''

  function listAt(path: string, base: string, expand = ''): List | undefined {
    const type = path.replace('/entity/', '')
    if (isDocumentType(type))
      return {
        type,
        rows: [...books.documents.values()]
          .filter((one) => one.type === type)
          .map((one) => shownDocument(one, books.account, base, expand)),
        filters: DOCUMENT_FILTERS,
      }
    switch (path) {
      case '/entity/counterparty':
        return {
          type: 'counterparty',
          rows: [...books.buyers.values()].map((buyer) => shownBuyer(buyer, books, base)),
          filters: BUYER_FILTERS,
          searched: BUYER_SEARCH,
        }
      case '/entity/counterparty/metadata/attributes':
        return {
          type: 'attributemetadata',
          rows: books.attributes.map((one) => shownAttribute(one, base)),
          filters: new Set(),
        }
      case '/entity/bonusprogram':
        return { type: 'bonusprogram', rows: [shownProgram(base)], filters: new Set(['id', 'name', 'active']) }
      case '/entity/bonustransaction':
        return {
          type: 'bonustransaction',
          rows: books.movements.map((one) => shownMovement(one, books, base)),
          filters: MOVEMENT_FILTERS,
        }
      case '/entity/webhook':
        return {
          type: 'webhook',
          rows: books.webhooks.map((one) => shownWebhook(one, base)),
          filters: new Set(),
        }
      default:
        return undefined
    }
  }

  const shownProgram = (base: string): Row => ({
    meta: metaAt(`${base}/entity/bonusprogram/${books.program}`, 'bonusprogram', base),
    id: books.program,
    accountId: books.account,
    name: 'Points',
    active: true,
    allAgents: true,
    allProducts: true,
    agentTags: [],
    earnRateRoublesToPoint: 10,
    spendRatePointsToRouble: 1,
    maxPaidRatePercents: 50,
    postponedBonusesDelayDays: 0,
    earnWhileRedeeming: false,
    welcomeBonusesEnabled: false,
    welcomeBonusesValue: 0,
  })

  /** Saves what was posted: an object of the list, or one that names itself by its `meta`. */
  function post(path: string, asked: Row, base: string): Row | Refusal {
    if (path === '/entity/counterparty') {
      const id = idIn(asked)
      const known = books.buyers.get(id)
      if (id !== '' && !known) return failure(1021, `An object of the type counterparty and the id ${id} is not found`)
      if (shop.refused.has(String(asked.phone))) return failure(3000, 'The phone is not valid', 'phone')
      const saved = saveBuyer(asked, known, books)
      return isRefusal(saved) ? saved : shownBuyer(saved, books, base)
    }
    if (path === '/entity/bonustransaction') {
      const made = moveBonus(asked, books)
      return isRefusal(made) ? made : shownMovement(made, books, base)
    }
    if (path === '/entity/webhook') {
      const made = orderWebhook(asked, books)
      return isRefusal(made) ? made : shownWebhook(made, base)
    }
    const made = defineAttribute(asked, books)
    return isRefusal(made) ? made : shownAttribute(made, base)
  }

  function one(method: string, path: string, asked: Row, base: string): VendorReply {
    const [, type = '', id = ''] = /^\/entity\/(\w+)\/([^/]+)$/.exec(path) ?? []
    const found = listAt(`/entity/${type}`, base)?.rows.find((row) => row.id === id)
    if (type === '' || !listAt(`/entity/${type}`, base)) return fail(404, 1005, 'Unknown type')
    if (!found) return fail(404, 1021, `An object of the type ${type} and the id ${id} is not found`)
    if (method === 'GET') return { status: 200, body: found }
    if (type === 'webhook' && method === 'DELETE') {
      books.webhooks = books.webhooks.filter((hook) => hook.id !== id)
      return { status: 200, body: undefined, isWrite: true }
    }
    if (type !== 'counterparty') return fail(405, 1009, `Objects of the type ${type} are not edited here`)
    if (method === 'DELETE') {
      books.buyers.delete(id)
      return { status: 200, body: undefined, isWrite: true }
    }
    const isRefused = shop.refused.has(String(asked.phone))
    const saved = isRefused
      ? failure(3000, 'The phone is not valid', 'phone')
      : saveBuyer(asked, books.buyers.get(id), books)
    return isRefusal(saved)
      ? { status: 412, body: { errors: [saved] } }
      : { status: 200, body: shownBuyer(saved, books, base), isWrite: true }
  }

  function answer({ method, path: whole, query, headers, body }: VendorRequest): VendorReply {
    if (!String(headers['accept-encoding'] ?? '').includes('gzip')) return { status: 415, body: undefined }
    if (!/application\/json|\*\/\*/.test(String(headers.accept ?? '')))
      return fail(400, 1062, 'Wrong value of the header Accept')
    const isIn = [basic, `Bearer ${options.token}`, ...(issued && [`Bearer ${issued}`])]
    if (!isIn.includes(String(headers.authorization))) return fail(401, 1056, 'Authentication failed')
    const [version, path] = whole.startsWith(VERSION_PATH)
      ? [VERSION_PATH, whole.slice(VERSION_PATH.length)]
      : ['', whole]
    const host = String(headers['x-forwarded-host'] ?? headers.host)
    const base = `${String(headers['x-forwarded-proto'] ?? 'http')}://${host}${prefix}${version}`
    const asked = parsed(body)
    const list = listAt(path, base, query.get('expand') ?? '')
    if (list && method === 'GET')
      return listPage(list, query, base, `${base}${path}${query.size > 0 ? `?${query}` : ''}`)
    if (list && method === 'POST' && list.type !== 'bonusprogram' && !isDocumentType(list.type))
      return save(path, asked, base)
    switch (`${method} ${path}`) {
      case 'GET /context/employee':
        return {
          status: 200,
          body: {
            meta: metaAt(`${base}/entity/employee/e1`, 'employee', base),
            id: 'e1',
            uid: options.login,
            accountId: shop.account,
          },
        }
      case 'POST /security/token':
        issued = randomUUID().replaceAll('-', '')
        return { status: 200, body: { access_token: issued } }
      case 'GET /entity/counterparty/metadata':
        return {
          status: 200,
          body: {
            meta: { href: `${base}/entity/counterparty/metadata`, mediaType: 'application/json' },
            attributes: {
              meta: {
                href: `${base}/entity/counterparty/metadata/attributes`,
                type: 'attributemetadata',
                mediaType: 'application/json',
                size: books.attributes.length,
                limit: 1000,
                offset: 0,
              },
            },
            createShared: false,
          },
        }
      default:
        return one(method, path, (asked ?? {}) as Row, base)
    }
  }

  /** An object, or a list of them: then each is answered for itself, and those that are right are saved. */
  function save(path: string, asked: unknown, base: string): VendorReply {
    if (typeof asked !== 'object' || asked === null) return fail(400, 1027, 'The request has no objects')
    if (!Array.isArray(asked)) {
      const made = post(path, asked as Row, base)
      return isRefusal(made) ? { status: 412, body: { errors: [made] } } : { status: 200, body: made, isWrite: true }
    }
    if (asked.length > MANY_MAX) return fail(413, null, 'There are too many objects')
    const made = asked.map((row) => post(path, row as Row, base))
    return {
      status: made.some(isRefusal) ? 400 : 200,
      body: made.map((row) => (isRefusal(row) ? { errors: [row] } : row)),
      isWrite: true,
    }
  }

  const shop: Moysklad = {
    get account() {
      return books.account
    },
    set account(id) {
      books.account = id
    },
    router: openVendorRouter(
      prefix,
      {
        status: 429,
        body: { errors: [{ error: 'Too many requests', code: 1049 }] },
        headers: { 'x-lognex-retry-after': '1000' },
      },
      answer,
    ),
    books,
    buyers: books.buyers,
    gun,
    refused: new Set(),
    program: books.program,
    keepDocument(document) {
      books.documents.set(document.id, document)
    },
    setPoints(phone, points) {
      const buyer = [...books.buyers.values()].find((one) => one.phone === phone)
      if (!buyer) throw new Error(`no buyer ${phone}`)
      buyer.bonusPoints = points
    },
  }
  return shop
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
