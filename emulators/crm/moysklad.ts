/**
 * MoySklad: buyers, one bonus programme, movements of points. Requires gzip and its media type, as the real one does.
 */
import { randomUUID } from 'node:crypto'
import { type VendorRequest, type VendorRouter, jsonIn, openVendorRouter, type VendorReply } from './router.ts'

export type Buyer = Record<string, unknown> & {
  id: string
  phone?: string
  email?: string
  discountCardNumber?: string
  bonusPoints: number
  archived: boolean
}
export type Moysklad = {
  router: VendorRouter
  buyers: Map<string, Buyer>
  program: string
  /** Id of the account behind every login. */
  account: string
  setPoints(phone: string, points: number): void
}

const fail = (status: number, code: number, error: string): VendorReply => ({
  status,
  body: { errors: [{ error, code, moreInfo: 'https://dev.moysklad.ru/doc/api/remap/1.2/' }] },
})

export function openMoysklad(prefix: string, options: { login: string; password: string; token: string }): Moysklad {
  const buyers = new Map<string, Buyer>()
  const movements: { id: string; externalCode: string }[] = []
  const program = 'c10a0000-0000-4000-8000-000000000001'
  const basic = `Basic ${Buffer.from(`${options.login}:${options.password}`).toString('base64')}`

  function save(asked: Record<string, unknown>, known: Buyer | undefined): VendorReply {
    if (!known && !asked.name) return fail(412, 3000, 'The object has no name')
    if (String(asked.phone ?? '') === '+000000000') return fail(412, 2002, 'The phone is not valid')
    const buyer: Buyer = {
      bonusPoints: 0,
      archived: false,
      discounts: [],
      ...known,
      ...asked,
      id: known?.id ?? randomUUID(),
    }
    buyers.set(buyer.id, buyer)
    return { status: 200, body: buyer, isWrite: true }
  }

  function move(asked: Record<string, unknown>): VendorReply {
    const id =
      String((asked.agent as { meta?: { href?: string } } | undefined)?.meta?.href ?? '')
        .split('/')
        .at(-1) ?? ''
    const buyer = buyers.get(id)
    const points = Number(asked.bonusValue)
    if (!buyer || !Number.isInteger(points) || points <= 0) return fail(412, 3000, 'The movement is not complete')
    if (asked.transactionType === 'SPENDING' && buyer.bonusPoints < points)
      return fail(412, 3006, 'There are not so many points')
    buyer.bonusPoints += asked.transactionType === 'SPENDING' ? -points : points
    const made = { id: randomUUID(), externalCode: String(asked.externalCode ?? ''), transactionStatus: 'COMPLETED' }
    movements.push(made)
    return { status: 200, body: made, isWrite: true }
  }

  function answer({ method, path, query, headers, body }: VendorRequest): VendorReply {
    if (!String(headers['accept-encoding'] ?? '').includes('gzip')) return { status: 415, body: undefined }
    if (!/application\/json|\*\/\*/.test(String(headers.accept ?? '')))
      return fail(400, 1062, 'Wrong value of the header Accept')
    if (headers.authorization !== basic && headers.authorization !== `Bearer ${options.token}`)
      return fail(401, 1056, 'Authentication failed')
    const buyer = /^\/entity\/counterparty\/([^/]+)$/.exec(path)?.[1]
    const asked = jsonIn(body) ?? {}
    switch (`${method} ${buyer === undefined ? path : '/entity/counterparty/{id}'}`) {
      case 'GET /context/employee':
        return { status: 200, body: { id: 'e1', uid: options.login, accountId: shop.account } }
      case 'GET /entity/bonusprogram':
        return page([{ id: program, name: 'Points', active: true }], query)
      case 'GET /entity/counterparty':
        return page([...buyers.values()], query)
      case 'POST /entity/counterparty':
        return save(asked, undefined)
      case 'PUT /entity/counterparty/{id}':
        return buyers.has(buyer ?? '') ? save(asked, buyers.get(buyer ?? '')) : fail(404, 1021, 'Not found')
      case 'GET /entity/bonustransaction':
        return page(movements, query)
      case 'POST /entity/bonustransaction':
        return move(asked)
      default:
        return fail(404, 1005, 'No such address')
    }
  }

  const shop: Moysklad = {
    account: 'ac000000-0000-4000-8000-000000000001',
    router: openVendorRouter(
      prefix,
      {
        status: 429,
        body: { errors: [{ error: 'Too many requests', code: 1049 }] },
        headers: { 'x-lognex-retry-after': '1000' },
      },
      answer,
    ),
    buyers,
    program,
    setPoints(phone, points) {
      const buyer = [...buyers.values()].find((one) => one.phone === phone)
      if (!buyer) throw new Error(`no buyer ${phone}`)
      buyer.bonusPoints = points
    },
  }
  return shop
}

/** `phone~916;email=a@b`: terms with the same field are OR, different fields are AND. */
function fits(row: Record<string, unknown>, filter: string): boolean {
  const terms = filter.split(';').flatMap((term) => {
    const [, field = '', operator = '', value = ''] = /^(\w+)(=|~)(.*)$/.exec(term) ?? []
    return field === ''
      ? []
      : [
          {
            field,
            isFit: operator === '~' ? String(row[field] ?? '').includes(value) : String(row[field] ?? '') === value,
          },
        ]
  })
  return [...Map.groupBy(terms, ({ field }) => field).values()].every((same) => same.some(({ isFit }) => isFit))
}

function page(all: readonly Record<string, unknown>[], query: URLSearchParams): VendorReply {
  const [limit, offset] = [Math.min(Number(query.get('limit')) || 1000, 1000), Number(query.get('offset')) || 0]
  const found = all.filter((row) => fits(row, query.get('filter') ?? ''))
  return {
    status: 200,
    body: { context: {}, meta: { size: found.length, limit, offset }, rows: found.slice(offset, offset + limit) },
  }
}
