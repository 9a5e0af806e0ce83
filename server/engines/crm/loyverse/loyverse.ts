/** Loyverse: customers with the points of its loyalty programme, which are given and spent at the till. */
import { z } from 'zod'
import type { ClientIndex } from '../client-index.ts'
import { type Connector, type Known, NO_ABILITIES } from '../connector.ts'
import { optionalText, serverAddress } from '../setting-fields.ts'
import { Unreachable } from '../troubles.ts'
import { type Customer, IDS_AT_ONCE, NotThere, openLoyverseClient } from './client.ts'
import { access } from './consent.ts'
import { hooks, registerHooks, removeHooks } from './events.ts'
import { changedCustomer, foundOf, newCustomer } from './mapping.ts'
import { readPart } from './walk.ts'

/** Pages in one search. A larger base goes on with the next try, at once. */
const PAGES_MAX = 40

export const connector: Connector = {
  name: 'loyverse',
  settings: z.object({
    server: serverAddress('https://api.loyverse.com'),
    password: optionalText({ kind: 'secret', label: 'accessToken' }, 300),
    clientId: optionalText({ kind: 'text', label: 'applicationId' }, 300),
    clientSecret: optionalText({ kind: 'secret', label: 'applicationSecret' }, 300),
  }),
  // That points can be written is not confirmed; what cannot be moved is not set.
  abilities: { ...NO_ABILITIES, people: 'both', bonus: 'read', hooks: 'both' },
  amounts: () => ({ balance: 'none', bonus: 'read', discount: 'none', stepMinor: 1 }),
  readsAtOnce: IDS_AT_ONCE,
  // 300 in 300 seconds.
  pace: { perSecond: 1, burst: 20, scope: 'account' },
  access,
  hooks,
  keepsIndex: true,

  open({ settings, http, tokens, index }) {
    const client = openLoyverseClient(settings, http, tokens)
    let isFresh = false

    /** It cannot be searched by phone: who has changed is added to the index before each search. */
    async function freshIndex(): Promise<ClientIndex> {
      if (!index) throw new Error('Loyverse is searched in an index')
      for (let page = 0; !isFresh; page++) {
        if (page === PAGES_MAX) throw new Unreachable('throttled', { retryAfterMs: 1000 })
        const { customers, next, isEnd } = await readPart(client, await index.place())
        await index.keep(customers.map(foundOf), next)
        isFresh = isEnd
      }
      return index
    }

    async function search(known: Known): Promise<Customer[]> {
      const linked = known.crmId === null ? [] : await readMany([known.crmId])
      if (linked.length > 0) return linked
      return readMany(await (await freshIndex()).find(known))
    }

    /** Those that are not deleted. */
    const readMany = async (ids: readonly string[]) => {
      const wanted = new Set(ids)
      const found = ids.length === 0 ? [] : await client.readMany(ids)
      return found.filter((one) => wanted.has(one.id) && !one.deleted_at)
    }

    return {
      async checkLogin() {
        await client.readMerchant()
        return {}
      },
      readAccount: async () => (await client.readMerchant()).id,
      checkProgram: async () => undefined,
      search: async (known) => (await search(known)).map(foundOf),
      async create(ours) {
        // Before the request: its answer may be lost.
        isFresh = false
        return { crmId: (await client.save(newCustomer(ours))).id }
      },
      async update({ crmId }, ours) {
        try {
          const known = await client.readOne(crmId)
          if (known.deleted_at) return false
          await client.save(changedCustomer(ours, known))
          return true
        } catch (error) {
          if (error instanceof NotThere) return false
          throw error
        }
      },
      async read(clients) {
        const found = await readMany(clients.flatMap(({ crmId }) => crmId ?? []))
        for (const unlinked of clients.filter(({ crmId }) => crmId === null)) found.push(...(await search(unlinked)))
        return found.map(foundOf)
      },
      async changes(cursor) {
        const { customers, next, isEnd } = await readPart(client, cursor)
        return { found: customers.filter((one) => !one.deleted_at).map(foundOf), next, isEnd }
      },
      registerHooks: (address, ours) => registerHooks(client, address, ours),
      removeHooks: (ours) => removeHooks(client, ours),
    }
  },
}
