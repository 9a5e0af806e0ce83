/** MoySklad: buyers with a card number and the points of one bonus programme. */
import { z } from 'zod'
import { samePhone } from '../amounts.ts'
import { NO_ABILITIES, type Client, type Connector, type Known } from '../connector.ts'
import { optionalText, requiredText, serverAddress } from '../setting-fields.ts'
import { Misconfigured, Rejected } from '../troubles.ts'
import { attributesOf, definitionOf, fieldOf } from './attributes.ts'
import { type Counterparty, NotThere, openMoyskladClient } from './client.ts'
import { hooks, registerHooks, removeHooks } from './events.ts'
import { readPurchases } from './purchases.ts'
import { afterPage, placeOf } from './everybody.ts'
import { changeOf, foundOf, newCounterparty, phoneSpellings, programOf } from './mapping.ts'

const READS_AT_ONCE = 50

export const connector: Connector = {
  name: 'moysklad',
  settings: z.object({
    server: serverAddress('https://api.moysklad.ru/api/remap/1.2'),
    login: optionalText({ kind: 'text', label: 'login' }),
    password: requiredText({ kind: 'secret', label: 'passwordOrKey' }, 300),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }, 100),
  }),
  abilities: {
    ...NO_ABILITIES,
    people: 'both',
    bonus: 'both',
    discount: 'read',
    purchases: 'read',
    hooks: 'both',
    import: 'read',
  },
  // Without a programme, buyers are exchanged and points are not. Points are whole ones.
  amounts: ({ bonusProgram }) => ({
    balance: 'none',
    bonus: bonusProgram ? 'both' : 'none',
    discount: 'read',
    stepMinor: 100,
  }),
  // 45 units in three seconds, three to four of them a call: three calls a second leave room for others of the same
  // login.
  readsAtOnce: READS_AT_ONCE,
  // Five of one login may be open, twenty of one account: https://dev.moysklad.ru/doc/api/remap/1.2/, limits, 2026-11.
  // One is left to whatever else the business has connected with this login.
  pace: { perSecond: 2.9, burst: 1, atOnce: 4, scope: 'account' },
  readPause: (headers) => Number(headers['x-lognex-retry-after'] ?? headers['x-lognex-reset']) || undefined,

  hooks,
  customFields: () => 'made',

  open({ settings, http, fields = [] }) {
    const client = openMoyskladClient(settings, http)
    const program = settings.bonusProgram ?? ''

    const programMeta = program === '' ? null : client.metaOf('bonusprogram', program)

    const withAttributes = (ours: Client, counterparty: object): object => {
      const attributes = attributesOf(ours, fields, client.metaOfAttribute)
      return attributes.length > 0 ? { ...counterparty, attributes } : counterparty
    }
    const listFields = async () => (await client.listAttributes()).flatMap(fieldOf)

    async function byId(id: string): Promise<Counterparty | undefined> {
      const [same] = await client.readMany([id])
      return same?.archived ? undefined : same
    }

    /** Everybody with the phone; only without one those with the card number or the email. */
    async function search(known: Known): Promise<Counterparty[]> {
      const same = known.crmId === null ? undefined : await byId(known.crmId)
      if (same) return [same]
      const found: Counterparty[] = []
      if (known.tel !== '')
        for (const spelling of phoneSpellings(known.tel))
          found.push(...(await client.findAll(`phone~${spelling}`, (one) => samePhone(one.phone ?? '', known.tel))))
      if (found.length > 0) return found
      if (known.cardNumber !== '')
        found.push(...(await client.findAll(`discountCardNumber=${known.cardNumber}`, () => true)))
      if (known.email !== '') found.push(...(await client.findAll(`email=${known.email}`, () => true)))
      return found
    }

    return {
      async all(cursor) {
        const place = placeOf(cursor)
        const { rows, meta } = await client.readPage(place)
        const size = meta?.size
        return {
          found: rows.filter(({ archived }) => !archived).map((one) => foundOf(one, program)),
          ...afterPage(place, rows),
          ...(cursor === '' && size !== undefined && { total: size }),
        }
      },
      async checkLogin() {
        await client.readEmployee()
        return {
          bonusProgram: (await client.listPrograms())
            .filter(({ active }) => active !== false)
            .map(({ id, name }) => ({ id, name: name || id })),
        }
      },
      readAccount: async () => (await client.readEmployee()).accountId ?? '',
      async checkProgram() {
        if (program !== '' && !(await client.listPrograms()).some(({ id }) => id === program))
          throw new Misconfigured('wrong_program', 'bonusProgram')
      },
      search: async (known) => (await search(known)).map((one) => foundOf(one, program)),
      create: async (ours) => ({
        crmId: (await client.create(withAttributes(ours, newCounterparty(ours, programMeta)))).id,
      }),
      async update({ crmId }, ours) {
        const known = await byId(crmId)
        if (!known) return false
        try {
          await client.update(crmId, withAttributes(ours, changeOf(ours, programMeta, known)))
          return true
        } catch (error) {
          if (error instanceof NotThere) return false
          throw error
        }
      },
      listFields,
      async setUp(wanted) {
        const known = await listFields()
        const missing = wanted.filter(({ name }) => !known.some((one) => one.name === name))
        for (const one of missing) await client.defineAttribute(definitionOf(one))
        return missing.length > 0 ? listFields() : known
      },
      async adjust(crmId, { bonusMinor = 0 }, { id, isRepeat }) {
        if (bonusMinor === 0 || program === '' || (isRepeat && (await client.hasMovement(id)))) return
        const known = await byId(crmId)
        if (!known) throw new Rejected('There is no such counterparty any more', 'gone')
        if (!known.bonusProgram) await client.update(crmId, { bonusProgram: programMeta })
        else if (programOf(known) !== program)
          throw new Rejected('The counterparty is in another bonus programme', 'program')
        const points = Math.abs(bonusMinor) / 100
        await client.move(crmId, program, bonusMinor > 0 ? 'EARNING' : 'SPENDING', points, id)
      },
      async ownersOf(documents) {
        const owners = new Map<string, string>()
        for (let from = 0; from < documents.length; from += READS_AT_ONCE)
          for (const { id, agent } of await client.readMovements(documents.slice(from, from + READS_AT_ONCE))) {
            const owner = agent?.meta.href.split('/').at(-1)
            if (owner) owners.set(id, owner)
          }
        return owners
      },
      registerHooks: (address, ours) => registerHooks(client, address, ours),
      removeHooks: (ours) => removeHooks(client, ours),
      async read(clients) {
        const linked = clients.flatMap(({ crmId }) => crmId ?? [])
        const found = linked.length > 0 ? (await client.readMany(linked)).filter((one) => !one.archived) : []
        for (const unlinked of clients.filter(({ crmId }) => crmId === null)) found.push(...(await search(unlinked)))
        return found.map((one) => foundOf(one, program))
      },
      purchases: (cursor) => readPurchases(client, cursor),
    }
  },
}
