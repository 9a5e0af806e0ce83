/** Our own protocol, as `download/kartoteka-url-protocol.md` has it: what each verb of a connector asks. */
import { z } from 'zod'
import type { Choices, Delta, Found, Known, Operation, Verbs } from '../connector.ts'
import { majorOf, samePhone } from '../amounts.ts'
import type { Everybody } from '../everybody.ts'
import type { VendorField, WantedField } from '../fields.ts'
import { Rejected } from '../troubles.ts'
import { NoMethod, NotThere, type UrlClient } from './client.ts'
import { amountsOf, Balance, Customer, customerOf, Field, foundOf, valuesOf } from './mapping.ts'
import { readPurchases } from './purchases.ts'

const Anything = z.object({})
const FoundCustomer = z.object({ customer: Customer.nullish(), customers: z.array(Customer).max(20).nullish() })
const Created = z.object({ customerId: Customer.shape.customerId })
const Listed = z.object({
  items: z.array(Customer).max(1000),
  next: z.union([z.string(), z.number()]).nullish(),
  total: z.int().min(0).nullish(),
})
const Changed = z.object({ items: z.array(Customer).max(1000), next: z.union([z.string(), z.number()]).nullish() })
const Fields = z.object({ fields: z.array(Field).max(500) })

/**
 * @param mapped fields that are exchanged
 * @param inquiry the kind of enquiry that is opened for a new client; '': none
 */
export function openVerbs(client: UrlClient, mapped: readonly VendorField[] = [], inquiry = ''): Verbs {
  return {
    checkLogin: () => checkLogin(client),
    checkProgram: async () => undefined,
    search: async (known) => (await nullWithoutMethod(() => search(client, known))) ?? [],
    async create(ours, level, { id }) {
      const customer = customerOf({ ...ours, crmId: null }, level, mapped)
      const asked = { customer, ...(inquiry && { inquiry }) }
      return { crmId: (await client.ask('createCustomer', Created, asked, id)).customerId }
    },
    async update({ crmId }, ours, level, { id }) {
      const customer = customerOf({ ...ours, crmId }, level, mapped)
      return (await nullIfNotThere(() => client.ask('updateCustomer', Anything, { customer }, id))) !== null
    },
    adjust: (crmId, delta, operation) => adjust(client, crmId, delta, operation),
    read: async (clients) =>
      (await Promise.all(clients.map((known) => readOne(client, known)))).filter((one) => one !== null),
    changes: (cursor) => nullWithoutMethod(() => readChanges(client, cursor)),
    all: (cursor) => nullWithoutMethod(() => listEverybody(client, cursor)),
    purchases: (cursor) => nullWithoutMethod(() => readPurchases(client, cursor)),
    listFields: () => listFields(client),
    setUp: (wanted) => setUp(client, wanted),
  }
}

/** An address without the method has no fields of its own. */
async function listFields(client: UrlClient): Promise<VendorField[]> {
  const answer = await nullWithoutMethod(() => client.ask('listFields', Fields))
  return answer?.fields ?? []
}

/** Asks for those that are missing alone. */
async function setUp(client: UrlClient, wanted: readonly WantedField[]): Promise<VendorField[]> {
  const known = await listFields(client)
  const missing = wanted.filter(({ name }) => !known.some((one) => one.name === name))
  if (missing.length > 0) await client.ask('createFields', Anything, { fields: missing })
  return missing.length > 0 ? listFields(client) : known
}

/** An address that was written before a method existed answers without it. */
async function nullWithoutMethod<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoMethod) return null
    throw error
  }
}

async function nullIfNotThere<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NotThere) return null
    throw error
  }
}

async function rejectedIfNotThere(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    throw error instanceof NotThere ? new Rejected(error.message, 'gone') : error
  }
}

async function checkLogin(client: UrlClient): Promise<Choices> {
  const isPinged = (await nullWithoutMethod(() => client.ask('ping', Anything))) !== null
  // An address from before there was ping: any answer in the protocol will do.
  if (!isPinged)
    await nullIfNotThere(() => client.ask('readBalance', Anything, { customer: { phone: '+70000000000' } }))
  return {}
}

async function search(client: UrlClient, known: Known): Promise<Found[]> {
  const ways = [
    known.tel && { phone: known.tel },
    known.cardNumber && { cardNumber: known.cardNumber },
    known.email && { email: known.email },
  ].filter((way) => way !== '')
  const found: Found[] = []
  for (const customer of ways) {
    const answer = await nullIfNotThere(() => client.ask('findCustomer', FoundCustomer, { customer }))
    found.push(...(answer?.customers ?? (answer?.customer ? [answer.customer] : [])).map(foundOf))
    if (found.some((one) => samePhone(one.tel, known.tel))) break
  }
  return found
}

async function readOne(client: UrlClient, { crmId, tel, cardNumber }: Known): Promise<Found | null> {
  const customer = { ...(crmId && { customerId: crmId }), ...(tel && { phone: tel }), cardNumbers: [cardNumber] }
  const balance = await nullIfNotThere(() => client.ask('readBalance', Balance, { customer }))
  return (
    balance && {
      crmId: crmId ?? '',
      tel,
      cardNumber,
      person: {},
      amounts: amountsOf(balance),
      fields: valuesOf(balance),
    }
  )
}

const SUMS = { balance: 'balanceMinor', bonus: 'bonusMinor' } as const

async function adjust(client: UrlClient, crmId: string, delta: Delta, operation: Operation): Promise<void> {
  for (const kind of ['balance', 'bonus'] as const) {
    const minor = delta[SUMS[kind]] ?? 0
    if (minor === 0) continue
    const transactionId = `${operation.id}|${kind}`
    const customer = { customerId: crmId, kind, sum: majorOf(minor), transactionId }
    const move = () => nullWithoutMethod(() => client.ask('addBalance', Anything, { customer }, transactionId))
    const set = () => setAmount(client, crmId, kind, minor, transactionId)
    await rejectedIfNotThere(async () => void ((await move()) ?? (await set())))
  }
}

/** For an address from before there was `addBalance`: the same request is carried out once there. */
async function setAmount(
  client: UrlClient,
  crmId: string,
  kind: keyof typeof SUMS,
  minor: number,
  requestId: string,
): Promise<void> {
  const balance = await client.ask('readBalance', Balance, { customer: { customerId: crmId } })
  const after = (amountsOf(balance)[SUMS[kind]] ?? 0) + minor
  await client.ask('updateCustomer', Anything, { customer: { customerId: crmId, [kind]: majorOf(after) } }, requestId)
}

/** The address says itself when nobody is left: a page may be short. */
async function listEverybody(client: UrlClient, cursor: string): Promise<Everybody<Found>> {
  const { items, next, total } = await client.ask('listCustomers', Listed, { after: cursor, limit: 100 })
  const after = next === null || next === undefined ? '' : String(next).slice(0, 500)
  return {
    found: items.map(foundOf),
    next: after,
    isEnd: after === '' || after === cursor,
    ...(typeof total === 'number' && { total }),
  }
}

async function readChanges(client: UrlClient, cursor: string) {
  const { items, next } = await client.ask('changes', Changed, { since: cursor, limit: 100 })
  const after = next === null || next === undefined ? cursor : String(next).slice(0, 500)
  return { found: items.map(foundOf), next: after, isEnd: items.length === 0 || after === cursor }
}
