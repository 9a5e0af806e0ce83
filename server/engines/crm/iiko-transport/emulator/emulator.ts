/** The loyalty part of iiko's cloud: one organization with guests, a programme with a wallet, and categories. */
import { randomUUID } from 'node:crypto'
import {
  changeCategory,
  findGuest,
  type Guests,
  IIKO,
  joinProgram,
  moveBonuses,
  movementsPage,
  movementsSince,
  saveGuest,
} from './guests.ts'
import { doneReply, failReply } from './replies.ts'
import {
  type VendorRequest,
  type VendorRouter,
  jsonIn,
  openVendorRouter,
  type VendorReply,
} from '../../../../../emulators/crm/router.ts'

export { IIKO } from './guests.ts'

/** Opens the emulated system alone. */
export const KEYS = { apiLogin: 'emulated-api-login' }

export type Iiko = {
  router: VendorRouter
  guests: Guests
  /** Phones of guests that are not saved. */
  refused: Set<string>
  setBalance(phone: string, balance: number): void
  /** A guest that was there before, in the programme. */
  addGuest(phone: string, balance: number): void
  /** Invalidates all tokens. */
  endTokens(): void
  /** Answers to an unknown phone as the live system was seen to: the phone is incorrect. */
  refuseUnknownPhones: boolean
}

const LOYALTY = '/api/1/loyalty/iiko/'
const PROGRAM = {
  id: IIKO.program,
  name: 'Loyalty programme',
  isActive: true,
  walletId: IIKO.wallet,
  programType: 0,
  marketingCampaigns: [],
}
type Method = (guests: Guests, asked: Record<string, unknown>) => VendorReply
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['program', () => doneReply({ Programs: [PROGRAM] })],
  [
    'customer_category',
    () =>
      doneReply({
        guestCategories: IIKO.categories.map((one) => ({ ...one, isActive: true, isDefaultForNewGuests: false })),
      }),
  ],
  ['customer_category/add', (guests, asked) => changeCategory(guests, asked, true)],
  ['customer_category/remove', (guests, asked) => changeCategory(guests, asked, false)],
  ['customer/info', findGuest],
  ['customer/create_or_update', saveGuest],
  ['customer/program/add', joinProgram],
  ['customer/wallet/topup', (guests, asked) => moveBonuses(guests, asked, 1)],
  ['customer/wallet/chargeoff', (guests, asked) => moveBonuses(guests, asked, -1)],
  ['customer/transactions/by_date', movementsPage],
  ['customer/transactions/by_revision', movementsSince],
])

export function openEmulator(prefix: string, options: { apiLogin: string } = KEYS): Iiko {
  const guests: Guests = new Map()
  const tokens = new Set<string>()

  function logIn(asked: Record<string, unknown>): VendorReply {
    if (asked.apiLogin !== options.apiLogin)
      return failReply(401, null, `Login ${String(asked.apiLogin)} is not authorized.`)
    const token = randomUUID()
    tokens.add(token)
    return doneReply({ correlationId: randomUUID(), token })
  }

  function answer({ method, path, headers, body }: VendorRequest): VendorReply {
    if (method !== 'POST') return { status: 405, body: undefined }
    const asked = jsonIn(body) ?? {}
    if (path === '/api/1/access_token') return logIn(asked)
    if (!tokens.has(String(headers.authorization ?? '').replace(/^Bearer /, '')))
      return failReply(401, null, 'Unauthorized')
    if (path === '/api/1/organizations')
      return doneReply({
        correlationId: randomUUID(),
        organizations: [{ responseType: 'Simple', id: IIKO.organization, name: 'Hotel restaurant', code: null }],
      })
    if (!path.startsWith(LOYALTY)) return failReply(404, null, 'No such method')
    if (path === `${LOYALTY}customer/create_or_update` && iiko.refused.has(String(asked.phone)))
      return failReply(400, 'Validation_IncorrectPhone', 'Incorrect phone')
    const reply = answerLoyalty(path.slice(LOYALTY.length), guests, asked)
    return iiko.refuseUnknownPhones && asked.type === 'phone' && reply.status === 400
      ? failReply(400, 'Validation_IncorrectPhone', 'Incorrect phone')
      : reply
  }

  const router = openVendorRouter(
    prefix,
    { status: 429, body: { correlationId: '', errorDescription: 'Too many requests', error: null } },
    answer,
  )
  const iiko: Iiko = {
    router,
    guests,
    refused: new Set(),
    refuseUnknownPhones: false,
    setBalance(phone, balance) {
      const guest = [...guests.values()].find((one) => one.phone === phone)
      if (!guest) throw new Error(`no guest ${phone}`)
      guest.wallet = balance
    },
    addGuest(phone, wallet) {
      const id = randomUUID()
      guests.set(id, { id, phone, cards: [], categories: [], wallet, movements: [] })
    },
    endTokens: () => tokens.clear(),
  }
  return iiko
}

function answerLoyalty(path: string, guests: Guests, asked: Record<string, unknown>): VendorReply {
  if (asked.organizationId !== IIKO.organization)
    return failReply(400, 'Common_OrganizationNotFound', 'Organization not found')
  return METHODS.get(path)?.(guests, asked) ?? failReply(404, null, 'No such method')
}
