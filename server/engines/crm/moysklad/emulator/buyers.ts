/** Buyers and movements of points of MoySklad: how they are saved and shown. */
import { randomUUID } from 'node:crypto'
import type { ShopDocument } from './documents.ts'
import { failure, metaAt, momentOf, type Row } from './lists.ts'

type Attribute = { id: string; name: string; type: string; required: boolean }
export type Buyer = Row & {
  id: string
  phone?: string
  email?: string
  discountCardNumber?: string
  bonusPoints: number
  archived: boolean
  /** By the id of the definition. */
  values?: Record<string, unknown>
}
export type Books = {
  buyers: Map<string, Buyer>
  movements: Row[]
  documents: Map<string, ShopDocument>
  attributes: Attribute[]
  program: string
  account: string
  webhooks: Row[]
  /** An event to those who have ordered it. */
  fireEvent(type: 'counterparty' | 'bonustransaction', action: 'CREATE' | 'UPDATE', id: string): void
}
/** Which field is wrong, and why. */
export type Refusal = ReturnType<typeof failure>

export const BUYER_FILTERS: ReadonlySet<string> = new Set(
  (
    'accountId actualAddress archived code companyType created description discountCardNumber email externalCode fax ' +
    'group id inn kpp name owner phone shared state syncId tags updated legalTitle legalAddress ogrn ogrnip okpo'
  ).split(' '),
)
export const BUYER_SEARCH = ['name', 'code', 'legalTitle', 'discountCardNumber', 'email', 'phone'] as const
export const MOVEMENT_FILTERS: ReadonlySet<string> = new Set(
  (
    'accountId agent applicable bonusProgram bonusValue code created description externalCode group id moment name ' +
    'organization owner shared updated'
  ).split(' '),
)
/** Ignored when they are written. */
const READ_ONLY = ['id', 'meta', 'accountId', 'bonusPoints', 'salesAmount', 'created', 'updated', 'shared', 'group']
const ATTRIBUTE_TYPES = new Set(['string', 'text', 'long', 'double', 'boolean', 'time', 'link', 'file'])

/** The id that a reference ends with. */
export const idIn = (reference: unknown): string =>
  String((reference as { meta?: { href?: string } } | null | undefined)?.meta?.href ?? '')
    .split('/')
    .at(-1) ?? ''
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const missing = (field: string) =>
  failure(3000, `The object is not saved: the field '${field}' must not be empty or absent`, field)

export function shownBuyer({ values = {}, ...buyer }: Buyer, books: Books, base: string): Row {
  const href = `${base}/entity/counterparty/${buyer.id}`
  const attributes = books.attributes
    .filter(({ id }) => !isEmpty(values[id]))
    .map((one) => ({ ...shownAttribute(one, base), value: values[one.id] }))
  const inside = (name: string, type: string) => ({
    meta: { href: `${href}/${name}`, type, mediaType: 'application/json', size: 0, limit: 1000, offset: 0 },
  })
  return {
    meta: {
      ...metaAt(href, 'counterparty', base),
      uuidHref: `https://online.moysklad.ru/app/#company/edit?id=${buyer.id}`,
    },
    accountId: books.account,
    shared: false,
    companyType: 'legal',
    tags: [],
    salesAmount: 0,
    accounts: inside('accounts', 'account'),
    contactpersons: inside('contactpersons', 'contactperson'),
    notes: inside('notes', 'note'),
    ...buyer,
    ...(attributes.length > 0 && { attributes }),
  }
}

/** @param known the one that is changed; undefined: a new one */
export function saveBuyer(asked: Row, known: Buyer | undefined, books: Books): Buyer | Refusal {
  if (known ? 'name' in asked && isEmpty(asked.name) : isEmpty(asked.name)) return missing('name')
  // A number that this shop refuses: the tests of a refused client need one.
  if (String(asked.phone ?? '') === '+000000000') return failure(3000, 'The phone is not valid', 'phone')
  const given = ((asked.attributes as Row[] | undefined) ?? []).map((one) => ({
    definition: books.attributes.find(({ id }) => id === (one.id ?? idIn(one))),
    value: one.value,
  }))
  if (given.some(({ definition }) => definition === undefined))
    return failure(1021, 'An object of the type attributemetadata is not found', 'attributes')
  const unfit = given.find(
    ({ definition, value }) => definition && !isEmpty(value) && !fitsType(definition.type, value),
  )
  if (unfit) return failure(2016, `The field '${unfit.definition?.name}' has a wrong value`, 'attributes')
  const now = momentOf(new Date())
  const written = Object.entries(asked).filter(([field]) => !READ_ONLY.includes(field) && field !== 'attributes')
  const buyer: Buyer = {
    bonusPoints: 0,
    archived: false,
    discounts: [],
    externalCode: randomUUID(),
    created: now,
    id: randomUUID(),
    ...known,
    ...Object.fromEntries(written),
    ...(Array.isArray(asked.tags) && { tags: asked.tags.map((tag) => String(tag).toLowerCase()) }),
    values: {
      ...known?.values,
      ...Object.fromEntries<unknown>(given.map(({ definition, value }) => [definition?.id ?? '', value])),
    },
    updated: now,
  }
  // null empties a field, and an empty field is not shown.
  for (const [field, value] of written) if (isEmpty(value)) delete buyer[field]
  books.buyers.set(buyer.id, buyer)
  books.fireEvent('counterparty', known ? 'UPDATE' : 'CREATE', buyer.id)
  return buyer
}

function fitsType(type: string, value: unknown): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'long') return Number.isInteger(value)
  if (type === 'double') return typeof value === 'number'
  if (type === 'time') return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(String(value))
  return typeof value === 'string' && (type !== 'string' || value.length <= 255)
}

export function shownMovement(movement: Row, books: Books, base: string): Row {
  return {
    meta: metaAt(`${base}/entity/bonustransaction/${String(movement.id)}`, 'bonustransaction', base),
    accountId: books.account,
    shared: false,
    ...movement,
    agent: { meta: metaAt(`${base}/entity/counterparty/${String(movement.agent)}`, 'counterparty', base) },
    bonusProgram: { meta: metaAt(`${base}/entity/bonusprogram/${books.program}`, 'bonusprogram', base) },
  }
}

/** A movement is kept and carried out at once. */
export function moveBonus(asked: Row, books: Books): Row | Refusal {
  for (const field of ['agent', 'bonusProgram', 'transactionType']) if (isEmpty(asked[field])) return missing(field)
  const buyer = books.buyers.get(idIn(asked.agent))
  if (!buyer) return failure(1021, 'An object of the type counterparty is not found', 'agent')
  if (idIn(asked.bonusProgram) !== books.program)
    return failure(1021, 'An object of the type bonusprogram is not found', 'bonusProgram')
  const isSpending = asked.transactionType === 'SPENDING'
  if (!isSpending && asked.transactionType !== 'EARNING')
    return failure(3005, "The field 'transactionType' may be EARNING or SPENDING", 'transactionType')
  const points = Number(asked.bonusValue)
  if (!Number.isInteger(points) || points <= 0)
    return failure(2016, "The field 'bonusValue' is not a whole number", 'bonusValue')
  // The description tells no code for it.
  if (isSpending && buyer.bonusPoints < points) return failure(null, 'There are not so many points')
  buyer.bonusPoints += isSpending ? -points : points
  const now = momentOf(new Date())
  const made = {
    applicable: true,
    name: String(books.movements.length + 1).padStart(5, '0'),
    externalCode: randomUUID(),
    ...asked,
    id: randomUUID(),
    created: now,
    updated: now,
    moment: now,
    executionDate: now,
    agent: buyer.id,
    transactionStatus: 'COMPLETED',
    categoryType: 'REGULAR',
  }
  books.movements.push(made)
  books.fireEvent('bonustransaction', 'CREATE', made.id)
  return made
}

export const shownAttribute = ({ id, name, type, required }: Attribute, base: string) => ({
  meta: {
    href: `${base}/entity/counterparty/metadata/attributes/${id}`,
    type: 'attributemetadata',
    mediaType: 'application/json',
  },
  id,
  name,
  type,
  required,
})

export function defineAttribute(asked: Row, books: Books): Attribute | Refusal {
  for (const field of ['name', 'type']) if (isEmpty(asked[field])) return missing(field)
  if (!ATTRIBUTE_TYPES.has(String(asked.type))) return failure(3005, "The field 'type' has a wrong value", 'type')
  const made = {
    id: randomUUID(),
    name: String(asked.name),
    type: String(asked.type),
    required: asked.required === true,
  }
  books.attributes.push(made)
  return made
}
