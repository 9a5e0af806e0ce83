/** An address of the business itself, which answers in the protocol that `readme.md` describes. */
import { z } from 'zod'
import type { Choices, Connector, Found, Known, Writing } from '../connector.ts'
import { optionalText, serverAddress } from '../setting-fields.ts'
import { NoMethod, NotThere, openUrlClient, type UrlClient } from './client.ts'
import { amountsOf, Balance, Customer, customerOf, foundOf } from './mapping.ts'

const Anything = z.object({})
const FoundCustomer = z.object({ customer: Customer.nullable() })
const Created = z.object({ customerId: Customer.shape.customerId })
const Changed = z.object({ items: z.array(Customer).max(1000), next: z.union([z.string(), z.number()]).nullish() })

export const url: Connector = {
  name: 'url',
  title: 'URL',
  group: 'own',
  settings: z.object({
    server: serverAddress(),
    login: optionalText({ kind: 'text', label: 'login' }),
    password: optionalText({ kind: 'secret', label: 'passwordOrKey' }),
    secret: optionalText({ kind: 'secret', label: 'signingSecret' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }),
    bonusWallet: optionalText({ kind: 'text', label: 'wallet' }),
  }),
  abilities: { writes: true, reads: true, categories: false },
  readsAtOnce: 1,
  gapMs: 200,

  open(settings, http) {
    const client = openUrlClient(settings, http)
    return {
      checkLogin: () => checkLogin(client),
      checkProgram: async () => undefined,
      find: (known) => nullWithoutMethod(() => find(client, known)),
      write: (writing) => write(client, writing),
      read: async (clients) =>
        (await Promise.all(clients.map((known) => readOne(client, known)))).filter((one) => one !== null),
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

async function checkLogin(client: UrlClient): Promise<Choices> {
  const isPinged = (await nullWithoutMethod(() => client.ask('ping', Anything))) !== null
  // An address from before there was ping: any answer in the protocol will do.
  if (!isPinged)
    await nullIfNotThere(() => client.ask('readBalance', Anything, { customer: { phone: '+70000000000' } }))
  return {}
}

async function find(client: UrlClient, known: Known): Promise<Found | null> {
  const ways = [
    known.tel && { phone: known.tel },
    known.cardNumber && { cardNumber: known.cardNumber },
    known.email && { email: known.email },
  ].filter((way) => way !== '')
  for (const customer of ways) {
    const answer = await nullIfNotThere(() => client.ask('findCustomer', FoundCustomer, { customer }))
    if (answer?.customer) return foundOf(answer.customer)
  }
  return null
}

async function readOne(client: UrlClient, { crmId, tel, cardNumber }: Known): Promise<Found | null> {
  const customer = { ...(crmId && { customerId: crmId }), ...(tel && { phone: tel }), cardNumbers: [cardNumber] }
  const balance = await nullIfNotThere(() => client.ask('readBalance', Balance, { customer }))
  return balance && { crmId: crmId ?? '', tel, cardNumber, person: {}, amounts: amountsOf(balance) }
}

async function write(
  client: UrlClient,
  { client: ours, amounts, setsAmounts, operation }: Writing,
): Promise<{ crmId: string }> {
  const create = async (operationId: string) => {
    const customer = customerOf({ ...ours, crmId: null }, amounts)
    const { customerId } = await client.ask('createCustomer', Created, { customer }, operationId)
    return { crmId: customerId }
  }
  const crmId = ours.crmId ?? (await nullWithoutMethod(() => find(client, ours)))?.crmId ?? null
  if (crmId === null) return create(operation)
  const customer = customerOf({ ...ours, crmId }, setsAmounts === 'always' ? amounts : null)
  const isUpdated =
    (await nullIfNotThere(() => client.ask('updateCustomer', Anything, { customer }, operation))) !== null
  // Deleted over there since: created again with what we know.
  return isUpdated ? { crmId } : create(`${operation}|new`)
}

async function readChanges(client: UrlClient, cursor: string) {
  const { items, next } = await client.ask('changes', Changed, { since: cursor, limit: 100 })
  const after = next === null || next === undefined ? cursor : String(next).slice(0, 500)
  return { found: items.map(foundOf), next: after, isEnd: items.length === 0 || after === cursor }
}
