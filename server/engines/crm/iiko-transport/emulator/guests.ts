/** Guests of an iiko organization: found, saved, moved between categories, with a wallet of bonuses. */
import { randomUUID } from 'node:crypto'
import { doneReply, failReply, noGuest } from './replies.ts'
import type { VendorReply } from '../../../../../emulators/crm/router.ts'

/** A row of the report of movements. The numbers of its types are not published, so only their names are given. */
type Movement = {
  id: string
  revision: number
  typeName: string
  sum: number
  balanceBefore: number
  balanceAfter: number
  walletId: string
  programId: string
  organizationId: string
  comment: string | null
  /** In UTC: `2026-08-01 10:11:12.123`. */
  whenCreated: string
  isDelivery: boolean | null
  isIgnored: boolean
}
export type IikoGuest = Record<string, unknown> & {
  id: string
  phone: string
  cards: { number: string; track: string }[]
  categories: string[]
  wallet: number | null
  movements: Movement[]
}
export type Guests = Map<string, IikoGuest>

/** Of the last movement of anybody. */
let revision = 0

/** Movements that were kept come before all that follow. */
export function resumeAfter(guests: Iterable<IikoGuest>): void {
  for (const { movements } of guests) for (const one of movements) revision = Math.max(revision, one.revision)
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

function shownGuest(guest: IikoGuest) {
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

export function findGuest(guests: Guests, asked: Record<string, unknown>): VendorReply {
  const value = asked[String(asked.type)]
  const guest = [...guests.values()].find(
    (one) =>
      (asked.type === 'id' && one.id === value) ||
      (asked.type === 'phone' && one.phone === value) ||
      (asked.type === 'email' && one.email === value) ||
      (asked.type === 'cardNumber' && one.cards.some((card) => card.number === value)),
  )
  return guest ? doneReply(shownGuest(guest)) : noGuest(`${String(asked.type)} ${String(value)}`)
}

export function saveGuest(guests: Guests, asked: Record<string, unknown>): VendorReply {
  const { id, phone, cardNumber, cardTrack, surName, organizationId: _, ...facts } = asked
  if (!/^\+\d{9,15}$/.test(String(phone)) || String(phone) === '+000000000')
    return failReply(400, 'Validation_IncorrectPhone', 'Incorrect phone')
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
  guests.set(before.id, { ...before, ...facts, phone: String(phone), surname: surName ?? before.surname, cards })
  return doneReply({ id: before.id }, true)
}

export function moveBonuses(guests: Guests, asked: Record<string, unknown>, direction: 1 | -1): VendorReply {
  const guest = guests.get(String(asked.customerId))
  if (!guest) return noGuest(asked.customerId)
  if (asked.walletId !== IIKO.wallet || guest.wallet === null)
    return failReply(400, 'Wallet_WalletNotFound', 'The customer has no such wallet')
  const sum = Number(asked.sum)
  if (!(sum > 0)) return failReply(400, 'Validation_Sum', 'The sum must be greater than zero')
  if (direction < 0 && guest.wallet < sum) return failReply(400, 'Wallet_NotEnoughBalance', 'Insufficient balance')
  const before = guest.wallet
  guest.wallet = Math.round((before + direction * sum) * 100) / 100
  guest.movements.unshift({
    id: randomUUID(),
    revision: ++revision,
    typeName: direction > 0 ? 'RefillWalletFromApi' : 'PayFromWallet',
    sum: direction * sum,
    balanceBefore: before,
    balanceAfter: guest.wallet,
    walletId: IIKO.wallet,
    programId: IIKO.program,
    organizationId: IIKO.organization,
    comment: typeof asked.comment === 'string' ? asked.comment : null,
    whenCreated: new Date().toISOString().slice(0, 23).replace('T', ' '),
    isDelivery: null,
    isIgnored: false,
  })
  return doneReply({}, true)
}

export function changeCategory(guests: Guests, asked: Record<string, unknown>, isAdded: boolean): VendorReply {
  const guest = guests.get(String(asked.customerId))
  if (!guest) return noGuest(asked.customerId)
  if (!IIKO.categories.some(({ id }) => id === asked.categoryId))
    return failReply(400, 'Category_NotFound', 'No such category of guests')
  const rest = guest.categories.filter((id) => id !== asked.categoryId)
  guest.categories = isAdded ? [...rest, String(asked.categoryId)] : rest
  return doneReply({}, true)
}

export function joinProgram(guests: Guests, asked: Record<string, unknown>): VendorReply {
  const guest = guests.get(String(asked.customerId))
  if (!guest) return noGuest(asked.customerId)
  guest.wallet ??= 0
  return doneReply({ userWalletId: randomUUID(), walletId: IIKO.wallet }, true)
}

const PAGE_MAX = 100
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/

/** The movements between two moments, newest first, page by page from the one with the number 0. */
export function movementsPage(guests: Guests, asked: Record<string, unknown>): VendorReply {
  const guest = guests.get(String(asked.customerId))
  if (!guest) return noGuest(asked.customerId)
  const [from, to] = [String(asked.dateFrom), String(asked.dateTo)]
  if (!MOMENT.test(from) || !MOMENT.test(to)) return failReply(400, 'Validation_Date', 'Wrong format of a date')
  const [page, size] = [Number(asked.pageNumber) || 0, Math.min(Number(asked.pageSize) || PAGE_MAX, PAGE_MAX)]
  const found = guest.movements.filter(({ whenCreated }) => whenCreated >= from && whenCreated <= to)
  return doneReply({ transactions: found.slice(page * size, (page + 1) * size), ...lastOf(guest), pageSize: size })
}

/** The movements since a revision, oldest first: `revision` alone is excluded, with the last known id included. */
export function movementsSince(guests: Guests, asked: Record<string, unknown>): VendorReply {
  const guest = guests.get(String(asked.customerId))
  if (!guest) return noGuest(asked.customerId)
  const [since, last] = [Number(asked.revision) || 0, asked.lastTransactionId]
  const size = Math.min(Number(asked.pageSize) || PAGE_MAX, PAGE_MAX)
  const found = guest.movements
    .toReversed()
    .filter((one) => one.revision > since || (one.revision === since && typeof last === 'string' && one.id !== last))
  return doneReply({ transactions: found.slice(0, size), ...lastOf(guest), pageSize: size })
}

const lastOf = ({ movements: [last] }: IikoGuest) => ({
  lastRevision: last?.revision ?? 0,
  lastTransactionId: last?.id ?? null,
})
