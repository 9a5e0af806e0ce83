/** The standard interface OData of an emulated base of УНФ, over the same customers as its HTTP service. */
import { createHash } from 'node:crypto'
import type { VendorReply, VendorRequest } from '../../../../../emulators/crm/router.ts'
import type { UrlBooks, UrlCustomer } from '../../url/emulator/emulator.ts'

type Row = Record<string, unknown>
/** A movement beside the one that the points of a customer are. */
export type Movement = { customerId: string; period: string; gained: number; spent: number; isActive: boolean }

const CARDS = 'Catalog_ДисконтныеКарты'
const CLIENTS = 'Catalog_Контрагенты'
const CONTACTS = 'Catalog_Контрагенты_КонтактнаяИнформация'
const REGISTER = 'AccumulationRegister_БонусныеБаллы_RecordType'

export const keyOf = (kind: 'card' | 'client', customerId: string): string => {
  const hex = createHash('sha256').update(`${kind}|${customerId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const cardRow = (one: UrlCustomer): Row => ({
  Ref_Key: keyOf('card', one.customerId),
  DataVersion: 'AAAAAQAAAAA=',
  DeletionMark: false,
  Code: one.customerId,
  Description: one.cardNumbers?.[0] ?? '',
  КодКартыШтрихкод: one.cardNumbers?.[0] ?? text(one.phone).replaceAll(/\D/g, ''),
  ВладелецКарты_Key: keyOf('client', one.customerId),
})

function contactsOf(one: UrlCustomer): Row[] {
  const Ref_Key = keyOf('client', one.customerId)
  return [
    { Тип: 'Телефон', Представление: text(one.phone), НомерТелефона: text(one.phone).replaceAll(/\D/g, '') },
    { Тип: 'АдресЭлектроннойПочты', Представление: text(one.email), АдресЭП: text(one.email) },
  ]
    .filter(({ Представление }) => Представление !== '')
    .map((contact, place) => ({ Ref_Key, LineNumber: String(place + 1), ...contact }))
}

const clientRow = (one: UrlCustomer): Row => ({
  Ref_Key: keyOf('client', one.customerId),
  DeletionMark: false,
  Code: one.customerId,
  Description: [one.surname, one.name, one.middlename].map(text).filter(Boolean).join(' '),
  ВидКонтрагента: 'ФизическоеЛицо',
  ДатаРождения: one.birthday ? `${text(one.birthday)}T00:00:00` : '0001-01-01T00:00:00',
  Пол: one.sex === 'female' ? 'Женский' : one.sex === 'male' ? 'Мужской' : '',
  КонтактнаяИнформация: contactsOf(one),
})

/** Points that are there without a movement of their own are one from the beginning. */
function movementRows(one: UrlCustomer, movements: readonly Movement[]): Row[] {
  const own = movements.filter(({ customerId }) => customerId === one.customerId)
  const row = (period: string, isActive: boolean, gained: number, spent: number): Row => ({
    Period: period,
    Active: isActive,
    БонуснаяКарта_Key: keyOf('card', one.customerId),
    Начислено: gained,
    КСписанию: spent,
  })
  return [
    row('2026-01-01T00:00:00', true, Number(one.bonus ?? 0), 0),
    ...own.map(({ period, isActive, gained, spent }) => row(period, isActive, gained, spent)),
  ]
}

const failure = (status: number, value: string): VendorReply => ({
  status,
  body: { 'odata.error': { code: '-1', message: { lang: 'ru', value } } },
})

/** One comparison of a filter; undefined: it cannot be read. */
function termOf(term: string): ((row: Row) => boolean) | undefined {
  const [, field = '', kind, value = ''] = /^([\p{L}_]+) eq (guid)?'((?:[^']|'')*)'$/u.exec(term) ?? []
  if (field !== '') {
    const wanted = value.replaceAll("''", "'")
    return (row) => (kind === 'guid' ? text(row[field]).toLowerCase() === wanted.toLowerCase() : row[field] === wanted)
  }
  const [, part = '', within = ''] = /^substringof\('([^']*)',([\p{L}_]+)\)$/u.exec(term) ?? []
  return within === '' ? undefined : (row) => text(row[within]).includes(part)
}

export function answerOdata(
  { path, query }: Pick<VendorRequest, 'path' | 'query'>,
  books: UrlBooks,
  movements: readonly Movement[],
): VendorReply {
  const customers = [...books.customers.values()]
  const tables: Readonly<Record<string, () => Row[]>> = {
    [CARDS]: () => customers.map(cardRow),
    [CLIENTS]: () => customers.map(clientRow),
    [CONTACTS]: () => customers.flatMap(contactsOf),
    [REGISTER]: () => customers.flatMap((one) => movementRows(one, movements)),
  }
  const asked = decodeURIComponent(path).replace(/^\//, '')
  if (asked === '') return { status: 200, body: { value: Object.keys(tables).map((name) => ({ name, url: name })) } }
  const [, entity = '', key] = /^([\p{L}_]+)(?:\(guid'([^']*)'\))?$/u.exec(asked) ?? []
  const rows = tables[entity]?.()
  // Virtual tables such as `…/Balance(…)` are not published by every base, and not by this one.
  if (!rows) return failure(404, `Сущность ${asked} не найдена`)
  if (key !== undefined) {
    const row = rows.find(({ Ref_Key }) => Ref_Key === key)
    return row ? { status: 200, body: row } : failure(404, 'Экземпляр сущности не найден')
  }
  const wrong = (query.get('$select') ?? '').split(',').find((name) => name !== '' && rows[0] && !(name in rows[0]))
  if (wrong !== undefined) return failure(400, `Поле ${wrong} не найдено`)
  const groups = (query.get('$filter') ?? '').split(' or ').filter((one) => one !== '')
  const terms = groups.map((group) => group.split(' and ').map(termOf))
  if (terms.flat().includes(undefined)) return failure(400, 'Ошибка разбора $filter')
  const found = rows.filter((row) => terms.length === 0 || terms.some((all) => all.every((fits) => fits?.(row))))
  const skip = Number(query.get('$skip')) || 0
  return { status: 200, body: { value: found.slice(skip, skip + (Number(query.get('$top')) || 1000)) } }
}
