/** iiko.biz: one organization with guests, a programme with a wallet, and categories. Everything is in the address. */
import { randomUUID } from 'node:crypto'
import {
  jsonIn,
  openVendorRouter,
  type VendorReply,
  type VendorRequest,
  type VendorRouter,
} from '../../../../../emulators/crm/router.ts'

/** Opens the emulated system alone. */
export const KEYS = { login: 'emulated-user', password: 'emulated-secret' }

export const ICARD = {
  organization: '5d0b7c3e-1f7b-4a55-9c55-0d5b1f3a6e01',
  program: '5d0b7c3e-1f7b-4a55-9c55-0d5b1f3a6e02',
  wallet: '5d0b7c3e-1f7b-4a55-9c55-0d5b1f3a6e03',
  categories: [
    { id: '5d0b7c3e-1f7b-4a55-9c55-0d5b1f3a6e11', name: 'Regular' },
    { id: '5d0b7c3e-1f7b-4a55-9c55-0d5b1f3a6e12', name: 'VIP' },
  ],
} as const

type Movement = { customerId: string; transactionType: string; transactionSum: number; comment: string; at: string }
export type CardGuest = Record<string, unknown> & {
  id: string
  phone: string
  cards: { Id: string; Number: string; Track: string }[]
  categories: string[]
  /** null: not in the programme. */
  wallet: number | null
}
export type IikoCard = {
  router: VendorRouter
  guests: Map<string, CardGuest>
  movements: Movement[]
  /** Phones of guests that are not saved. */
  refused: Set<string>
  /** Invalidates all tokens. */
  endTokens(): void
}

const done = (body?: unknown, isWrite = false): VendorReply => ({ status: 200, body, isWrite })
const fail = (status: number, errorCode: string | null, message: string): VendorReply => ({
  status,
  body: {
    code: null,
    description: message,
    errorCode,
    httpStatusCode: status,
    isIntegrationError: false,
    message,
    uiMessage: null,
  },
})

const named = (one: { id: string; name: string }) => ({ ...one, isActive: true, isDefaultForNewGuests: false })

function shown({ wallet, categories, ...guest }: CardGuest) {
  return {
    ...guest,
    isDeleted: false,
    categories: ICARD.categories.filter(({ id }) => categories.includes(id)).map(named),
    walletBalances:
      wallet === null ? [] : [{ balance: wallet, wallet: { id: ICARD.wallet, name: 'Bonuses', type: 'Bonus' } }],
  }
}

export function newGuest(phone: string): CardGuest {
  return { id: randomUUID(), phone, cards: [], categories: [], wallet: null }
}

/** @throws Error when the guest is not in the programme or has too little */
export function moveBonus({ guests, movements }: IikoCard, id: string, sum: number, comment: string): void {
  const guest = guests.get(id)
  if (!guest || guest.wallet === null) throw new Error('The guest has no such wallet')
  if (guest.wallet + sum < 0) throw new Error('Not enough on the wallet')
  guest.wallet = Math.round((guest.wallet + sum) * 100) / 100
  const transactionType = sum > 0 ? 'RefillWalletFromApi' : 'PayFromWallet'
  movements.push({ customerId: id, transactionType, transactionSum: sum, comment, at: new Date().toISOString() })
}

export function openEmulator(prefix: string, options: { login: string; password: string } = KEYS): IikoCard {
  const tokens = new Set<string>()

  function logIn(query: URLSearchParams): VendorReply {
    if (query.get('user_id') !== options.login || query.get('user_secret') !== options.password)
      return fail(401, null, 'Login or password is incorrect')
    const token = randomUUID()
    tokens.add(token)
    return done(token)
  }

  function answer({ method, path, query, body }: VendorRequest): VendorReply {
    const place = path.replace(/^\/api\/0\//, '')
    if (place === 'auth/access_token') return logIn(query)
    if (!tokens.has(query.get('access_token') ?? '')) return fail(401, null, 'Token is expired or not found')
    if (place === 'organization/list') return done([{ ...named({ id: ICARD.organization, name: 'Grill' }) }])
    const reply = method === 'POST' ? changeIn(iiko, place, query, jsonIn(body) ?? {}) : answerFrom(iiko, place, query)
    return reply ?? { status: 404, body: undefined }
  }

  const router = openVendorRouter(prefix, { status: 429, body: undefined }, answer)
  const iiko: IikoCard = {
    router,
    guests: new Map(),
    movements: [],
    refused: new Set(),
    endTokens: () => tokens.clear(),
  }
  return iiko
}

function answerFrom({ guests, movements }: IikoCard, place: string, query: URLSearchParams): VendorReply | undefined {
  const [, inPath, report] = /^organization\/([^/]+)\/(guest_categories|transactions_report)$/.exec(place) ?? []
  if ((inPath ?? query.get('organization')) !== ICARD.organization)
    return fail(400, 'Common_OrganizationNotFound', 'Organization not found')
  if (report === 'guest_categories') return done(ICARD.categories.map(named))
  if (report === 'transactions_report') {
    const [from, to] = [query.get('date_from') ?? '', query.get('date_to') ?? '']
    return done(
      movements
        .filter(
          ({ at, customerId }) =>
            at.slice(0, 10) >= from && at.slice(0, 10) <= to && customerId === query.get('userId'),
        )
        .map(({ at, customerId: _, ...row }) => ({ ...row, transactionCreateDate: at })),
    )
  }
  if (place === 'organization/programs')
    return done([{ ...named({ id: ICARD.program, name: 'Loyalty' }), walletId: ICARD.wallet, programType: 'Bonus' }])
  const by = /^customers\/get_customer_by_(id|phone|card)$/.exec(place)?.[1]
  if (by === undefined) return undefined
  const value = query.get(by) ?? ''
  const found = [...guests.values()].find((one) =>
    by === 'card' ? one.cards.some((card) => card.Number === value) : one[by] === value,
  )
  if (found) return done(shown(found))
  return by === 'card'
    ? fail(400, 'Card_CanNotFindByNumber', `There is no card ${value}`)
    : fail(400, 'Customer_CustomerNotFound', `There is no user with ${by} ${value}`)
}

function changeIn(
  iiko: IikoCard,
  place: string,
  query: URLSearchParams,
  asked: Record<string, unknown>,
): VendorReply | undefined {
  const organization = query.get('organization') ?? asked.organizationId
  if (organization !== ICARD.organization) return fail(400, 'Common_OrganizationNotFound', 'Organization not found')
  if (place === 'customers/create_or_update') return save(iiko, (asked.customer ?? {}) as Record<string, unknown>)
  const [, id = String(asked.customerId), what = ''] =
    /^customers\/([^/]+)\/(add_category|remove_category|add_to_nutrition_organization)$/.exec(place) ?? []
  const guest = iiko.guests.get(id)
  if (!guest) return fail(400, 'Customer_CustomerNotFound', 'Customer not found')
  const category = query.get('categoryId') ?? ''
  switch (what || place) {
    case 'add_category':
      if (guest.categories.includes(category)) return fail(400, 'DuplicateCategory', 'The guest has this category')
      guest.categories.push(category)
      return done(undefined, true)
    case 'remove_category':
      guest.categories = guest.categories.filter((one) => one !== category)
      return done(undefined, true)
    case 'add_to_nutrition_organization':
      if (query.get('corporate_nutrition_id') !== ICARD.program) return fail(400, null, 'No such programme')
      guest.wallet ??= 0
      return done(undefined, true)
    case 'customers/refill_balance':
    case 'customers/withdraw_balance':
      return move(iiko, place, asked)
    default:
      return undefined
  }
}

function move(iiko: IikoCard, place: string, { customerId, walletId, sum, comment }: Record<string, unknown>) {
  if (walletId !== ICARD.wallet || typeof sum !== 'number' || sum <= 0) return fail(400, null, 'Wrong wallet or sum')
  try {
    moveBonus(iiko, String(customerId), place.includes('refill') ? sum : -sum, String(comment ?? ''))
    return done(undefined, true)
  } catch (error) {
    return fail(400, null, error instanceof Error ? error.message : '')
  }
}

export function save({ guests, refused }: IikoCard, customer: Record<string, unknown>): VendorReply {
  const { id, phone, surName, magnetCardNumber, magnetCardTrack, ...facts } = customer
  if (!/^\+\d{9,15}$/.test(String(phone)) || /^\+0+$/.test(String(phone)) || refused.has(String(phone)))
    return fail(400, 'Validation_IncorrectPhone', 'Incorrect phone')
  const known = id === undefined ? [...guests.values()].find((one) => one.phone === phone) : guests.get(String(id))
  if (id !== undefined && !known) return fail(400, 'Customer_CustomerNotFound', 'Customer not found')
  const before = known ?? newGuest(String(phone))
  const { birthday } = facts
  guests.set(before.id, {
    ...before,
    ...facts,
    phone: String(phone),
    ...(typeof birthday === 'string' && { birthday: `${birthday} 00:00:00` }),
    ...(surName !== undefined && { surname: surName }),
    ...(magnetCardNumber !== undefined && {
      cards: [{ Id: randomUUID(), Number: String(magnetCardNumber), Track: String(magnetCardTrack) }],
    }),
  })
  return done(before.id, true)
}
