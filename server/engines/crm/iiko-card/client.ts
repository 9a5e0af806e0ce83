/**
 * The API of iiko.biz, version 0. The vendor no longer publishes its description; calls and shapes are those of several
 * public libraries (see `readme.md`). Everything but a change is a GET, and the token is a part of the address.
 */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import type { Settings } from '../connector.ts'
import { type Guest, type IikoClient, NoGuest } from '../iiko-transport/client.ts'
import { Misconfigured, Rejected, Unreachable } from '../troubles.ts'
import type { CrmHttp, CrmResponse } from '../crm-http.ts'

const Failure = z.object({
  errorCode: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  description: z.string().nullish(),
  message: z.string().nullish(),
})

const Guid = z.string().min(1).max(100)
const Named = z.object({ id: Guid, name: z.string().nullish(), isActive: z.boolean().nullish() })
const CardGuest = z.object({
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
  cards: z.array(z.object({ Number: z.string().nullish(), Track: z.string().nullish() })).nullish(),
  categories: z.array(Named).nullish(),
  walletBalances: z.array(z.object({ balance: z.number(), wallet: z.object({ id: Guid }) })).nullish(),
})
const Program = Named.extend({ walletId: z.string().nullish() })
const Movement = z.object({ comment: z.string().nullish() })

/** In the terms of the newer API. */
const guestOf = ({ cards, walletBalances, ...guest }: z.infer<typeof CardGuest>): Guest => ({
  ...guest,
  cards: cards?.map(({ Number: number, Track: track }) => ({ number, track })),
  walletBalances: walletBalances?.map(({ balance, wallet }) => ({ id: wallet.id, balance })),
})

type Query = Readonly<Record<string, string>>

const WAYS = { id: 'id', phone: 'phone', cardNumber: 'card' } as const
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export function openIikoCardClient(
  { server = '', login = '', password = '', organizationId = '' }: Settings,
  http: CrmHttp,
): IikoClient {
  const base = `${server.replace(/\/+$/, '').replace(/\/api\/0$/, '')}/api/0/`
  let token: string | undefined

  async function logIn(): Promise<string> {
    const query = new URLSearchParams({ user_id: login, user_secret: password })
    const answered = await http.send({ url: `${base}auth/access_token?${query.toString()}` })
    if (answered.status === 401 || answered.status === 400) throw new Misconfigured('wrong_credentials', 'password')
    if (answered.status !== 200) throw new Misconfigured('not_found', 'server', String(answered.status))
    return answered.json(z.string().min(1))
  }

  /** @param json of a change; left out: a question */
  async function call(path: string, query: Query, json?: object, isAgain = false): Promise<CrmResponse> {
    token ??= await logIn()
    const url = `${base}${path}?${new URLSearchParams({ access_token: token, ...query }).toString()}`
    const answered = await http.send(json === undefined ? { url } : { method: 'POST', url, json })
    if (answered.status === 401) {
      // A token lives a quarter of an hour; a second 401 means that the login lacks the right.
      token = undefined
      if (isAgain) throw new Misconfigured('wrong_credentials', 'password')
      return call(path, query, json, true)
    }
    if (answered.status === 404) throw new Misconfigured('not_found', 'server', '404')
    if (answered.status !== 200) throw failureOf(answered.text)
    return answered
  }
  const ask = async <T>(path: string, query: Query, shape: z.ZodType<T>, json?: object): Promise<T> =>
    (await call(path, query, json)).json(shape)
  /** Answered without a body; a page in its place comes from something else than iiko. */
  async function change(path: string, query: Query, json: object = {}): Promise<unknown> {
    const answered = await call(path, query, json)
    return answered.text.trim() === '' ? undefined : answered.json(z.unknown())
  }
  const organization = { organization: organizationId }

  return {
    listOrganizations: () => ask('organization/list', {}, z.array(Named)),
    listPrograms: () => ask('organization/programs', organization, z.array(Program)),
    listCategories: (of: string) =>
      ask(`organization/${encodeURIComponent(of || organizationId)}/guest_categories`, {}, z.array(Named)),
    async readGuest(by) {
      if (by.type === 'email') throw new NoGuest('iikoCard finds nobody by email')
      const value = by.type === 'id' ? by.id : by.type === 'phone' ? by.phone : by.cardNumber
      const way = WAYS[by.type]
      return guestOf(await ask(`customers/get_customer_by_${way}`, { ...organization, [way]: value }, CardGuest))
    },
    async saveGuest(guest) {
      const { cardNumber, cardTrack, birthday, ...facts } = guest as Record<string, string | undefined>
      const customer = {
        ...facts,
        ...(birthday && { birthday: birthday.slice(0, 10) }),
        ...(cardNumber && { magnetCardNumber: cardNumber, magnetCardTrack: cardTrack }),
      }
      return { id: await ask('customers/create_or_update', organization, Guid, { customer }) }
    },
    async addCategory(guest, categoryId) {
      try {
        return await change(`customers/${encodeURIComponent(guest)}/add_category`, { ...organization, categoryId })
      } catch (error) {
        if (error instanceof HasCategory) return undefined
        throw error
      }
    },
    removeCategory: (guest, categoryId) =>
      change(`customers/${encodeURIComponent(guest)}/remove_category`, { ...organization, categoryId }),
    joinProgram: (guest, program) =>
      change(`customers/${encodeURIComponent(guest)}/add_to_nutrition_organization`, {
        ...organization,
        corporate_nutrition_id: program,
      }),
    topUp: (customerId, walletId, sum, comment) =>
      change('customers/refill_balance', {}, { customerId, organizationId, walletId, sum, comment }),
    chargeOff: (customerId, walletId, sum, comment) =>
      change('customers/withdraw_balance', {}, { customerId, organizationId, walletId, sum, comment }),
    async hasMovement(userId, comment, from, to) {
      const days = { date_from: dayOf(from), date_to: dayOf(to), userId }
      const path = `organization/${encodeURIComponent(organizationId)}/transactions_report`
      return (await ask(path, days, z.array(Movement))).some((one) => one.comment === comment)
    },
  }
}

/** The guest is in this category already. */
class HasCategory extends Error {}

function failureOf(text: string): Error {
  const failure = readJson(text, Failure)
  if (!failure.isRead) return new Unreachable('unreadable', { mayHaveArrived: true })
  const { errorCode, code, description, message } = failure.value
  const name = `${errorCode ?? ''} ${code ?? ''}`
  const words = description ?? message ?? ''
  if (/OrganizationNotFound/i.test(name)) return new Misconfigured('wrong_program', 'organizationId', words)
  if (/CustomerNotFound|CanNotFindByNumber/i.test(name)) return new NoGuest(words)
  if (/DuplicateCategory/i.test(name)) return new HasCategory(words)
  return new Rejected(words.slice(0, 200) || name.trim())
}
