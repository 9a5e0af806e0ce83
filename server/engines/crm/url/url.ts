/** An address of the business itself: whatever it runs answers there in the protocol that `readme.md` describes. */
import { z } from 'zod'
import type { Connector, FieldMeta, Found, Known, Writing } from '../connector.ts'
import { NoMethod, NotThere, openUrlClient } from './client.ts'
import { amountsOf, Balance, Customer, customerOf, foundOf } from './mapping.ts'

const text = (meta: FieldMeta) => z.string().trim().max(200).default('').meta(meta)
const Anything = z.object({})
const Created = z.object({ customerId: Customer.shape.customerId })
const Changed = z.object({ items: z.array(Customer).max(1000), next: z.union([z.string(), z.number()]).nullish() })

export const url: Connector = {
  name: 'url',
  title: 'URL',
  group: 'own',
  settings: z.object({
    server: z
      .string()
      .trim()
      .min(1, { error: 'required' })
      .max(300)
      .meta({ kind: 'url', label: 'address' } satisfies FieldMeta),
    login: text({ kind: 'text', label: 'login' }),
    password: text({ kind: 'secret', label: 'passwordOrKey' }),
    secret: text({ kind: 'secret', label: 'signingSecret' }),
    organizationId: text({ kind: 'text', label: 'organization' }),
    bonusProgram: text({ kind: 'text', label: 'program' }),
    bonusWallet: text({ kind: 'text', label: 'wallet' }),
  }),
  abilities: { writes: true, reads: true, categories: false },
  readsAtOnce: 1,
  gapMs: 200,

  open(settings, http) {
    const client = openUrlClient(settings, http)

    async function find(known: Known): Promise<Found | null> {
      const ways = [
        known.tel && { phone: known.tel },
        known.cardNumber && { cardNumber: known.cardNumber },
        known.email && { email: known.email },
      ].filter((way) => way !== '')
      for (const customer of ways) {
        try {
          const answered = await client.ask('findCustomer', z.object({ customer: Customer.nullable() }), { customer })
          if (answered.customer) return foundOf(answered.customer)
        } catch (error) {
          if (!(error instanceof NotThere)) throw error
        }
      }
      return null
    }

    async function readOne(known: Known): Promise<Found | null> {
      try {
        const customer = {
          ...(known.crmId && { customerId: known.crmId }),
          ...(known.tel && { phone: known.tel }),
          cardNumbers: [known.cardNumber],
        }
        const answered = await client.ask('readBalance', Balance, { customer })
        return {
          crmId: known.crmId ?? '',
          tel: known.tel,
          cardNumber: known.cardNumber,
          person: {},
          amounts: amountsOf(answered),
        }
      } catch (error) {
        if (error instanceof NotThere) return null
        throw error
      }
    }

    return {
      async checkLogin() {
        try {
          await client.ask('ping', Anything)
        } catch (error) {
          // An address from before there was ping: any answer in the protocol will do.
          if (!(error instanceof NoMethod)) throw error
          await client
            .ask('readBalance', Anything, { customer: { phone: '+70000000000' } })
            .catch((second: unknown) => {
              if (!(second instanceof NotThere)) throw second
            })
        }
        return {}
      },
      checkProgram: async () => undefined,
      async find(known) {
        try {
          return await find(known)
        } catch (error) {
          if (error instanceof NoMethod) return null
          throw error
        }
      },
      async write({ client: ours, amounts, setsAmounts, operation }: Writing) {
        const known = ours.crmId ?? (await this.find(ours))?.crmId ?? null
        if (known === null) {
          const { customerId } = await client.ask(
            'createCustomer',
            Created,
            { customer: customerOf(ours, amounts) },
            operation,
          )
          return { crmId: customerId }
        }
        try {
          await client.ask(
            'updateCustomer',
            Anything,
            { customer: customerOf({ ...ours, crmId: known }, setsAmounts === 'always' ? amounts : null) },
            operation,
          )
        } catch (error) {
          // Deleted over there meanwhile: made anew with what we know.
          if (!(error instanceof NotThere)) throw error
          const { customerId } = await client.ask(
            'createCustomer',
            Created,
            { customer: customerOf({ ...ours, crmId: null }, amounts) },
            `${operation}|new`,
          )
          return { crmId: customerId }
        }
        return { crmId: known }
      },
      read: async (clients) => (await Promise.all(clients.map(readOne))).filter((one) => one !== null),
      async changes(cursor) {
        try {
          const { items, next } = await client.ask('changes', Changed, { since: cursor, limit: 100 })
          const after = next === null || next === undefined ? cursor : String(next).slice(0, 500)
          return { found: items.map(foundOf), next: after, isEnd: items.length === 0 || after === cursor }
        } catch (error) {
          if (error instanceof NoMethod) return null
          throw error
        }
      },
    }
  },
}
