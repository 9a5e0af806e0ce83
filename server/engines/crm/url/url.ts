/** An address of the business itself, which answers in the protocol that `readme.md` describes. */
import { z } from 'zod'
import {
  NO_ABILITIES,
  type Choices,
  type Connector,
  type Delta,
  type Found,
  type Known,
  type Operation,
} from '../connector.ts'
import { majorOf, samePhone } from '../amounts.ts'
import type { Everybody } from '../everybody.ts'
import { optionalText, ownServer, serverAddress } from '../setting-fields.ts'
import { Rejected } from '../troubles.ts'
import { NoMethod, NotThere, openUrlClient, type UrlClient } from './client.ts'
import { amountsOf, Balance, Customer, customerOf, foundOf } from './mapping.ts'

const Anything = z.object({})
const FoundCustomer = z.object({ customer: Customer.nullish(), customers: z.array(Customer).max(20).nullish() })
const Created = z.object({ customerId: Customer.shape.customerId })
const Listed = z.object({
  items: z.array(Customer).max(1000),
  next: z.union([z.string(), z.number()]).nullish(),
  total: z.int().min(0).nullish(),
})
const Changed = z.object({ items: z.array(Customer).max(1000), next: z.union([z.string(), z.number()]).nullish() })

export const connector: Connector = {
  name: 'url',
  settings: z.object({
    server: serverAddress(),
    login: optionalText({ kind: 'text', label: 'login' }),
    password: optionalText({ kind: 'secret', label: 'passwordOrKey' }),
    secret: optionalText({ kind: 'secret', label: 'signingSecret' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }),
    bonusWallet: optionalText({ kind: 'text', label: 'wallet' }),
    ...ownServer,
  }),
  abilities: { ...NO_ABILITIES, people: 'both', balance: 'both', bonus: 'both', discount: 'both', import: 'read' },
  amounts: () => ({ balance: 'both', bonus: 'both', discount: 'both', stepMinor: 1 }),
  readsAtOnce: 1,
  pace: { perSecond: 5, burst: 1, scope: 'address' },

  open({ settings, http }) {
    const client = openUrlClient(settings, http)
    return {
      checkLogin: () => checkLogin(client),
      checkProgram: async () => undefined,
      search: async (known) => (await nullWithoutMethod(() => search(client, known))) ?? [],
      async create(ours, level, { id }) {
        const customer = customerOf({ ...ours, crmId: null }, level)
        return { crmId: (await client.ask('createCustomer', Created, { customer }, id)).customerId }
      },
      async update({ crmId }, ours, level, { id }) {
        const customer = customerOf({ ...ours, crmId }, level)
        return (await nullIfNotThere(() => client.ask('updateCustomer', Anything, { customer }, id))) !== null
      },
      adjust: (crmId, delta, operation) => adjust(client, crmId, delta, operation),
      read: async (clients) =>
        (await Promise.all(clients.map((known) => readOne(client, known)))).filter((one) => one !== null),
      all: (cursor) => nullWithoutMethod(() => listEverybody(client, cursor)),
      changes: (cursor) => nullWithoutMethod(() => readChanges(client, cursor)),
    }
  },
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
  return balance && { crmId: crmId ?? '', tel, cardNumber, person: {}, amounts: amountsOf(balance) }
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
