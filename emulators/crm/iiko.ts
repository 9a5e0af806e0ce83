/** The loyalty part of iiko's cloud: one organization with guests, a programme with a wallet, and categories. */
import { randomUUID } from 'node:crypto'
import { type VendorRequest, type VendorRouter, jsonIn, openVendorRouter, type VendorReply } from './router.ts'

type Movement = { id: string; comment: string; sum: number; whenCreated: string }
export type IikoGuest = Record<string, unknown> & {
  id: string
  phone: string
  cards: { number: string; track: string }[]
  categories: string[]
  wallet: number | null
  movements: Movement[]
}
export type Iiko = {
  router: VendorRouter
  guests: Map<string, IikoGuest>
  setBalance(phone: string, balance: number): void
  /** Tokens given so far open nothing any more. */
  endTokens(): void
}

export const IIKO = {
  organization: '7bc05553-4b68-44e8-b7bc-37be63c6d9e9',
  program: '2a1a7f3e-3d47-4a05-9f3e-0b9f5a0b7c11',
  wallet: '9d0f6c22-8a8f-4f0e-8a25-52f8f9a3d0aa',
  categories: [
    { id: 'c0000000-0000-4000-8000-000000000001', name: 'Silver' },
    { id: 'c0000000-0000-4000-8000-000000000002', name: 'Gold' },
    { id: 'c0000000-0000-4000-8000-000000000003', name: 'App' },
  ],
} as const

const fail = (status: number, error: string | null, errorDescription: string): VendorReply => ({
  status,
  body: { correlationId: randomUUID(), errorDescription, error },
})
const done = (body: object = {}, isWrite = false): VendorReply => ({ status: 200, body, isWrite })
const noGuest = (told: unknown) => fail(400, 'Customer_CustomerNotFound', `There is no user with ${String(told)}`)

export function openIiko(prefix: string, options: { apiLogin: string }): Iiko {
  const guests = new Map<string, IikoGuest>()
  const tokens = new Set<string>()

  const shown = (guest: IikoGuest) => {
    const { wallet, movements: _, categories, ...facts } = guest
    return {
      ...facts,
      isDeleted: false,
      categories: categories.map((id) => ({
        ...IIKO.categories.find((one) => one.id === id),
        isActive: true,
        isDefaultForNewGuests: false,
      })),
      walletBalances: wallet === null ? [] : [{ id: IIKO.wallet, name: 'Bonuses', type: 1, balance: wallet }],
    }
  }

  function info(asked: Record<string, unknown>): VendorReply {
    const value = asked[String(asked.type)]
    const guest = [...guests.values()].find(
      (one) =>
        (asked.type === 'id' && one.id === value) ||
        (asked.type === 'phone' && one.phone === value) ||
        (asked.type === 'email' && one.email === value) ||
        (asked.type === 'cardNumber' && one.cards.some((card) => card.number === value)),
    )
    return guest ? done(shown(guest)) : noGuest(`${String(asked.type)} ${String(value)}`)
  }

  function save(asked: Record<string, unknown>): VendorReply {
    const { id, phone, cardNumber, cardTrack, surName, organizationId: _, ...facts } = asked
    if (!/^\+\d{9,15}$/.test(String(phone)) || String(phone) === '+000000000')
      return fail(400, 'Validation_IncorrectPhone', 'Incorrect phone')
    const known = id === undefined ? [...guests.values()].find((one) => one.phone === phone) : guests.get(String(id))
    if (id !== undefined && !known) return noGuest(`id ${String(id)}`)
    const before: IikoGuest = known ?? {
      id: randomUUID(),
      phone: '',
      cards: [],
      categories: [],
      wallet: null,
      movements: [],
    }
    const cards =
      typeof cardNumber === 'string' && !before.cards.some((one) => one.number === cardNumber)
        ? [...before.cards, { id: randomUUID(), number: cardNumber, track: String(cardTrack), validToDate: null }]
        : before.cards
    guests.set(before.id, { ...before, ...facts, phone: String(phone), surname: surName, cards })
    return done({ id: before.id }, true)
  }

  function move(asked: Record<string, unknown>, direction: 1 | -1): VendorReply {
    const guest = guests.get(String(asked.customerId))
    if (!guest) return noGuest(asked.customerId)
    if (asked.walletId !== IIKO.wallet || guest.wallet === null)
      return fail(400, 'Wallet_WalletNotFound', 'The customer has no such wallet')
    const sum = Number(asked.sum)
    if (!(sum > 0)) return fail(400, 'Validation_Sum', 'The sum must be greater than zero')
    if (direction < 0 && guest.wallet < sum) return fail(400, 'Wallet_NotEnoughBalance', 'Insufficient balance')
    guest.wallet = Math.round((guest.wallet + direction * sum) * 100) / 100
    guest.movements.unshift({
      id: randomUUID(),
      comment: String(asked.comment ?? ''),
      sum: direction * sum,
      whenCreated: new Date().toISOString(),
    })
    return done({}, true)
  }

  function category(asked: Record<string, unknown>, isAdded: boolean): VendorReply {
    const guest = guests.get(String(asked.customerId))
    if (!guest) return noGuest(asked.customerId)
    if (!IIKO.categories.some(({ id }) => id === asked.categoryId))
      return fail(400, 'Category_NotFound', 'No such category of guests')
    const rest = guest.categories.filter((id) => id !== asked.categoryId)
    guest.categories = isAdded ? [...rest, String(asked.categoryId)] : rest
    return done({}, true)
  }

  function loyalty(path: string, asked: Record<string, unknown>): VendorReply {
    if (asked.organizationId !== IIKO.organization)
      return fail(400, 'Common_OrganizationNotFound', 'Organization not found')
    const guest = guests.get(String(asked.customerId))
    switch (path) {
      case 'program':
        return done({
          Programs: [
            {
              id: IIKO.program,
              name: 'Bonus programme',
              isActive: true,
              walletId: IIKO.wallet,
              programType: 0,
              marketingCampaigns: [],
            },
          ],
        })
      case 'customer_category':
        return done({
          guestCategories: IIKO.categories.map((one) => ({ ...one, isActive: true, isDefaultForNewGuests: false })),
        })
      case 'customer_category/add':
        return category(asked, true)
      case 'customer_category/remove':
        return category(asked, false)
      case 'customer/info':
        return info(asked)
      case 'customer/create_or_update':
        return save(asked)
      case 'customer/program/add':
        if (!guest) return noGuest(asked.customerId)
        guest.wallet ??= 0
        return done({ userWalletId: randomUUID(), walletId: IIKO.wallet }, true)
      case 'customer/wallet/topup':
        return move(asked, 1)
      case 'customer/wallet/chargeoff':
        return move(asked, -1)
      case 'customer/transactions/by_date': {
        const [page, size] = [Number(asked.pageNumber), Math.min(Number(asked.pageSize) || 100, 100)]
        return guest
          ? done({ transactions: guest.movements.slice(page * size, (page + 1) * size) })
          : noGuest(asked.customerId)
      }
      default:
        return fail(404, null, 'No such method')
    }
  }

  function answer({ method, path, headers, body }: VendorRequest): VendorReply {
    if (method !== 'POST') return { status: 405, body: undefined }
    const asked = jsonIn(body) ?? {}
    if (path === '/api/1/access_token') {
      if (asked.apiLogin !== options.apiLogin)
        return fail(401, null, `Login ${String(asked.apiLogin)} is not authorized.`)
      const token = randomUUID()
      tokens.add(token)
      return done({ correlationId: randomUUID(), token })
    }
    if (!tokens.has(String(headers.authorization ?? '').replace(/^Bearer /, ''))) return fail(401, null, 'Unauthorized')
    if (path === '/api/1/organizations')
      return done({
        correlationId: randomUUID(),
        organizations: [{ responseType: 'Simple', id: IIKO.organization, name: 'Hotel restaurant', code: null }],
      })
    return path.startsWith('/api/1/loyalty/iiko/')
      ? loyalty(path.slice('/api/1/loyalty/iiko/'.length), asked)
      : fail(404, null, 'No such method')
  }

  const router = openVendorRouter(
    prefix,
    { status: 429, body: { correlationId: '', errorDescription: 'Too many requests', error: null } },
    answer,
  )
  return {
    router,
    guests,
    setBalance(phone, balance) {
      const guest = [...guests.values()].find((one) => one.phone === phone)
      if (!guest) throw new Error(`no guest ${phone}`)
      guest.wallet = balance
    },
    endTokens: () => tokens.clear(),
  }
}
