/**
 * iikoCloud API, the loyalty part. Addresses and shapes: https://api-ru.iiko.services/docs, read 2026-11. Every call is
 * a POST with JSON.
 */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import type { Settings } from '../connector.ts'
import { Misconfigured, Rejected, Unreachable } from '../troubles.ts'
import type { CrmHttp } from '../crm-http.ts'

/** A token lives an hour; a connection to iiko is never open that long. */
const Token = z.object({ token: z.string().min(1) })
/** Loyalty answers in one of two styles, depending on the system behind it. */
const Failure = z.object({
  error: z.string().nullish(),
  errorDescription: z.string().nullish(),
  errorCode: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  message: z.string().nullish(),
})

const Guid = z.string().min(1).max(100)
const Amount = z.number()
export const Guest = z.object({
  id: Guid,
  name: z.string().nullish(),
  surname: z.string().nullish(),
  middleName: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  birthday: z.string().nullish(),
  sex: z.number().nullish(),
  isDeleted: z.boolean().nullish(),
  userData: z.string().nullish(),
  cards: z.array(z.object({ number: z.string().nullish(), track: z.string().nullish() })).nullish(),
  categories: z.array(z.object({ id: Guid, name: z.string().nullish(), isActive: z.boolean().nullish() })).nullish(),
  walletBalances: z
    .array(z.object({ id: Guid, name: z.string().nullish(), type: z.number().nullish(), balance: Amount }))
    .nullish(),
})
export type Guest = z.infer<typeof Guest>
const Organizations = z.object({ organizations: z.array(z.object({ id: Guid, name: z.string().nullish() })) })
const Program = z.object({
  id: Guid,
  name: z.string().nullish(),
  walletId: z.string().nullish(),
  isActive: z.boolean().nullish(),
})
/** The vendor spells it with a capital letter; both are accepted. */
const Programs = z
  .object({ Programs: z.array(Program).optional(), programs: z.array(Program).optional() })
  .transform((all) => all.Programs ?? all.programs ?? [])
const Categories = z.object({
  guestCategories: z.array(z.object({ id: Guid, name: z.string().nullish(), isActive: z.boolean().nullish() })),
})
const Transactions = z.object({
  transactions: z.array(
    z.object({ id: z.union([z.string(), z.number()]).nullish(), comment: z.string().nullish(), sum: Amount.nullish() }),
  ),
})
const Made = z.object({ id: Guid })
const Anything = z.unknown()

const PAGE = 100
/** Older markers are not searched for. */
const PAGES_MAX = 10

export class NoGuest extends Error {}

export function openIikoClient({ server = '', login = '', organizationId = '' }: Settings, http: CrmHttp) {
  const base = server.replace(/\/+$/, '')
  let token: string | undefined

  async function logIn(): Promise<string> {
    const answered = await http.send({ method: 'POST', url: `${base}/api/1/access_token`, json: { apiLogin: login } })
    if (answered.status === 401 || answered.status === 400) throw new Misconfigured('wrong_login', 'login')
    if (answered.status !== 200) throw new Misconfigured('not_found', 'server', String(answered.status))
    return answered.json(Token).token
  }

  async function ask<T>(path: string, json: object, shape: z.ZodType<T>, isAgain = false): Promise<T> {
    token ??= await logIn()
    const answered = await http.send({
      method: 'POST',
      url: `${base}${path}`,
      json,
      headers: { authorization: `Bearer ${token}` },
    })
    if (answered.status === 401) {
      // A token may end before its hour; a second 401 means that the login lacks the right.
      token = undefined
      if (isAgain) throw new Misconfigured('wrong_login', 'login')
      return ask(path, json, shape, true)
    }
    if (answered.status === 408) throw new Unreachable('down', { mayHaveArrived: true, detail: '408' })
    if (answered.status === 404) throw new Misconfigured('not_found', 'server', '404')
    if (answered.status !== 200) throw failureOf(answered.text, path.endsWith('/customer/info'))
    return answered.json(shape)
  }
  const loyalty = <T>(path: string, json: object, shape: z.ZodType<T>) =>
    ask(`/api/1/loyalty/iiko/${path}`, { ...json, organizationId }, shape)

  return {
    listOrganizations: async () =>
      (await ask('/api/1/organizations', { returnAdditionalInfo: false, includeDisabled: false }, Organizations))
        .organizations,
    listPrograms: () => loyalty('program', {}, Programs),
    listCategories: async (of: string) =>
      (await ask('/api/1/loyalty/iiko/customer_category', { organizationId: of || organizationId }, Categories))
        .guestCategories,
    /** @throws NoGuest */
    readGuest: (
      by:
        | { type: 'id'; id: string }
        | { type: 'phone'; phone: string }
        | { type: 'cardNumber'; cardNumber: string }
        | { type: 'email'; email: string },
    ) => loyalty('customer/info', by, Guest),
    /** With an `id` that guest is changed; without one the guest with this phone or card, or a new one. */
    saveGuest: (guest: object) => loyalty('customer/create_or_update', guest, Made),
    addCategory: (customerId: string, categoryId: string) =>
      loyalty('customer_category/add', { customerId, categoryId }, Anything),
    removeCategory: (customerId: string, categoryId: string) =>
      loyalty('customer_category/remove', { customerId, categoryId }, Anything),
    joinProgram: (customerId: string, programId: string) =>
      loyalty('customer/program/add', { customerId, programId }, Anything),
    /** @param sum in major units, more than zero either way */
    topUp: (customerId: string, walletId: string, sum: number, comment: string) =>
      loyalty('customer/wallet/topup', { customerId, walletId, sum, comment }, Anything),
    chargeOff: (customerId: string, walletId: string, sum: number, comment: string) =>
      loyalty('customer/wallet/chargeoff', { customerId, walletId, sum, comment }, Anything),
    /** Whether one of the movements since `from` has this comment. */
    async hasMovement(customerId: string, comment: string, from: Date, to: Date): Promise<boolean> {
      const day = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
      for (let pageNumber = 0; pageNumber < PAGES_MAX; pageNumber++) {
        const { transactions } = await loyalty(
          'customer/transactions/by_date',
          { customerId, dateFrom: `${day(from)}.000`, dateTo: `${day(to)}.000`, pageNumber, pageSize: PAGE },
          Transactions,
        )
        if (transactions.some((one) => one.comment === comment)) return true
        if (transactions.length < PAGE) return false
      }
      return false
    },
  }
}

export type IikoClient = ReturnType<typeof openIikoClient>

/** @param isSearch an unknown phone is called an incorrect one there */
function failureOf(text: string, isSearch: boolean): Error {
  const failure = readJson(text, Failure)
  if (!failure.isRead) return new Unreachable('unreadable', { mayHaveArrived: true })
  const { error, errorCode, errorDescription, code: number, message } = failure.value
  const code = `${error ?? ''} ${errorCode ?? ''} ${number ?? ''}`
  const words = errorDescription ?? message ?? ''
  if (/OrganizationNotFound/i.test(code)) return new Misconfigured('wrong_program', 'organizationId', words)
  if (/CustomerNotFound|UserNotFound|CanNotFindByNumber/i.test(code) || /there is no user|not found/i.test(words))
    return new NoGuest(words)
  if (isSearch && /IncorrectPhone/i.test(code)) return new NoGuest(words)
  return new Rejected(words.slice(0, 200) || code.trim(), REASONS.find(([known]) => known.test(code))?.[1])
}

const REASONS = [
  [/IncorrectPhone/i, 'phone'],
  [/IncorrectEmail/i, 'email'],
  [/NotEnoughBalance/i, 'amount'],
  [/WalletNotFound/i, 'program'],
] as const
