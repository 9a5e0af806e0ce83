/** Reads cards with their owners and points. A card is a client here; nothing is written. */
import { samePhone } from '../../amounts.ts'
import type { Found, Known, Settings, Verbs } from '../../connector.ts'
import type { CrmHttp } from '../../crm-http.ts'
import { Misconfigured, Rejected } from '../../troubles.ts'
import { EMPTY_KEY, guidIn, NotPublished, openOdataClient, type OdataClient, type Row, textIn } from './client.ts'
import { type CardRow, foundOf, pointsOf } from './mapping.ts'
import { MAPPED, type Mapping, mappingOf } from './presets.ts'

const READ_ONLY = 'OData is only read'

export function openOdata(settings: Settings, http: CrmHttp): Verbs {
  const client = openOdataClient(settings, http)
  const mapping = mappingOf(settings)
  const refuse = async () => {
    throw new Rejected(READ_ONLY)
  }
  return {
    async checkLogin() {
      const entities = (await client.listEntities()).map((name) => ({ id: name, name }))
      return Object.fromEntries(MAPPED.filter(({ isEntity }) => isEntity).map(({ name }) => [name, entities]))
    },
    checkProgram: () => checkMapping(client, mapping, settings.preset === 'own'),
    search: (known) => search(client, mapping, known),
    create: refuse,
    update: refuse,
    async read(clients) {
      const found = await Promise.all(clients.map((known) => readOne(client, mapping, known)))
      return found.flat()
    },
  }
}

/** Reads one row of each table by the names that will be used. */
async function checkMapping(client: OdataClient, mapping: Mapping, isOwn: boolean): Promise<void> {
  const tables = [
    ['cards', ['Ref_Key', mapping.cardNumber, mapping.cardOwner]],
    ['clients', ['Ref_Key', 'Description']],
    ['register', [mapping.registerCard, mapping.registerGained, mapping.registerSpent]],
  ] as const
  for (const [name, fields] of tables) {
    try {
      await client.first(mapping[name], fields)
    } catch (error) {
      if (!(error instanceof NotPublished)) throw error
      throw new Misconfigured('wrong_program', isOwn ? name : 'preset', error.message)
    }
  }
}

const isThere = (row: Row) => row.DeletionMark !== true

/** By the key of the card, its number, or the phone: of the owner, or as the number of the card. */
async function search(client: OdataClient, mapping: Mapping, known: Known): Promise<Found[]> {
  const same = known.crmId === null ? undefined : await client.byKey(mapping.cards, known.crmId)
  if (same && isThere(same)) return whole(client, mapping, [same])
  const rows = [...(await byNumbers(client, mapping, known)), ...(await byPhone(client, mapping, known.tel))]
  const cards = [...new Map(rows.filter(isThere).map((row) => [String(row.Ref_Key), row])).values()]
  return whole(client, mapping, cards)
}

function byNumbers(client: OdataClient, { cards, cardNumber }: Mapping, { tel, cardNumber: ours }: Known) {
  const digits = tel.replaceAll(/\D/g, '')
  const numbers = [ours, ...(digits.length > 9 ? [digits, digits.slice(-10), `8${digits.slice(-10)}`, tel] : [])]
  const terms = [...new Set(numbers)].filter((one) => one !== '').map((one) => `${cardNumber} eq ${textIn(one)}`)
  return terms.length > 0 ? client.find(cards, terms.join(' or ')) : []
}

/** Contacts are a table inside of the client's; a base that does not publish it is asked by card numbers alone. */
async function byPhone(client: OdataClient, { cards, cardOwner, clients }: Mapping, tel: string): Promise<Row[]> {
  const digits = tel.replaceAll(/\D/g, '').slice(-10)
  if (digits.length < 7) return []
  try {
    const contacts = await client.find(
      `${clients}_КонтактнаяИнформация`,
      `substringof(${textIn(digits)},НомерТелефона)`,
    )
    const fit = contacts.filter((row) => samePhone(String(row.НомерТелефона ?? ''), tel))
    const owners = [...new Set(fit.map((row) => String(row.Ref_Key)))].slice(0, 10)
    const found: Row[] = []
    for (const owner of owners) found.push(...(await client.find(cards, `${cardOwner} eq ${guidIn(owner)}`)))
    return found
  } catch (error) {
    if (error instanceof NotPublished) return []
    throw error
  }
}

async function readOne(client: OdataClient, mapping: Mapping, known: Known): Promise<Found[]> {
  if (known.crmId === null) return search(client, mapping, known)
  const card = await client.byKey(mapping.cards, known.crmId)
  return card && isThere(card) ? whole(client, mapping, [card]) : []
}

/** With the owners and the points of the cards. */
async function whole(client: OdataClient, mapping: Mapping, cards: readonly Row[]): Promise<Found[]> {
  const found: Found[] = []
  for (const row of cards) {
    const card: CardRow = {
      key: String(row.Ref_Key),
      number: String(row[mapping.cardNumber] ?? ''),
      owner: String(row[mapping.cardOwner] ?? EMPTY_KEY),
    }
    const owner = card.owner === EMPTY_KEY ? undefined : await client.byKey(mapping.clients, card.owner)
    const movements = await client.all(mapping.register, `${mapping.registerCard} eq ${guidIn(card.key)}`)
    found.push(foundOf(card, owner, pointsOf(movements, mapping, new Date())))
  }
  return found
}
