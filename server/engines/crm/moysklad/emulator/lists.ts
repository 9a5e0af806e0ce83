/** Lists of MoySklad: filter, search, order and pages, as its description of the API has them. */
import type { VendorReply } from '../../../../../emulators/crm/router.ts'

export type Row = Record<string, unknown>

export const failure = (code: number | null, error: string, parameter?: string) => ({
  error,
  ...(code !== null && { code, moreInfo: `https://dev.moysklad.ru/doc/api/remap/1.2/#error_${code}` }),
  ...(parameter !== undefined && { parameter }),
})
export const fail = (status: number, code: number | null, error: string, parameter?: string): VendorReply => ({
  status,
  body: { errors: [failure(code, error, parameter)] },
})

/** `2026-08-01 10:11:12.123` in Moscow, as every moment is written. */
export function momentOf(at: Date): string {
  return new Date(at.getTime() + 3 * 60 * 60_000).toISOString().slice(0, 23).replace('T', ' ')
}

const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d(\.\d{1,3})?)?)?$/
const MOMENTS: ReadonlySet<string> = new Set(['created', 'updated', 'moment'])
const whole = (moment: string) => moment + '0000-00-00 00:00:00.000'.slice(moment.length)

type Term = { field: string; operator: string; value: string }

/** @returns undefined when a term is not one */
function termsOf(filter: string): Term[] | undefined {
  const terms = filter
    .split(/(?<!\\);/)
    .filter((term) => term !== '')
    .map((term) => /^(.+?)(!=|>=|<=|~=|=~|=|~|>|<)(.*)$/.exec(term.replaceAll('\\;', ';')))
  return terms.every((term) => term !== null)
    ? terms.map(([, field = '', operator = '', value = '']) => ({ field, operator, value }))
    : undefined
}

/** What a row has at a field of a filter: a reference by its address, an attribute by the address of its definition. */
function valuesAt(row: Row, field: string): string[] {
  const found = field.startsWith('http')
    ? ((row.attributes as { meta: { href: string }; value: unknown }[] | undefined) ?? []).find(
        ({ meta }) => meta.href === field,
      )?.value
    : row[field]
  if (Array.isArray(found)) return found.map(String)
  const href = (found as { meta?: { href?: string } } | null | undefined)?.meta?.href
  return [href ?? String(found ?? '')]
}

/** References are the same when their last part is: they may be written with another host. */
const lastPart = (text: string) => (/^https?:/.test(text) ? (text.split('/').at(-1) ?? '') : text)

function fitsTerm(row: Row, { field, operator, value }: Term): boolean {
  const isMoment = MOMENTS.has(field)
  const wanted = isMoment ? whole(value) : lastPart(value)
  const values = valuesAt(row, field).map((one) => (isMoment ? whole(one) : lastPart(one)))
  const compared = (one: string) =>
    isMoment || Number.isNaN(Number(wanted)) ? (one < wanted ? -1 : one > wanted ? 1 : 0) : Number(one) - Number(wanted)
  const any = (isFit: (one: string) => boolean) => values.some(isFit)
  switch (operator) {
    case '=':
      return any((one) => one === wanted)
    case '!=':
      return !any((one) => one === wanted)
    case '~':
      return any((one) => one.toLowerCase().includes(wanted.toLowerCase()))
    case '~=':
      return any((one) => one.toLowerCase().startsWith(wanted.toLowerCase()))
    case '=~':
      return any((one) => one.toLowerCase().endsWith(wanted.toLowerCase()))
    case '>':
      return any((one) => compared(one) > 0)
    case '<':
      return any((one) => compared(one) < 0)
    case '>=':
      return any((one) => compared(one) >= 0)
    default:
      return any((one) => compared(one) <= 0)
  }
}

/** Equal terms of one field are alternatives; all others must fit together. */
function fits(row: Row, terms: readonly Term[]): boolean {
  const equal = Map.groupBy(
    terms.filter(({ operator }) => operator === '='),
    ({ field }) => field,
  )
  return (
    [...equal.values()].every((same) => same.some((term) => fitsTerm(row, term))) &&
    terms.filter(({ operator }) => operator !== '=').every((term) => fitsTerm(row, term))
  )
}

function inOrder(rows: readonly Row[], order: string): Row[] {
  const keys = order
    .split(';')
    .filter((key) => key !== '')
    .map((key) => key.split(','))
  return rows.toSorted((a, b) => {
    for (const [field = '', direction] of keys) {
      const [first, second] = [String(a[field] ?? ''), String(b[field] ?? '')]
      if (first !== second) return (first < second ? -1 : 1) * (direction === 'desc' ? -1 : 1)
    }
    return 0
  })
}

export type List = {
  type: string
  rows: readonly Row[]
  /** Fields that a filter may name. */
  filters: ReadonlySet<string>
  /** Fields that `search` looks into: every part of the text that somebody typed. */
  searched?: readonly string[]
}

/** @param base address of the API @param address the address that was asked, with its query */
export function listPage(list: List, query: URLSearchParams, base: string, address: string): VendorReply {
  const terms = termsOf(query.get('filter') ?? '')
  if (!terms) return fail(412, 1034, 'Filter error: a term has no operator')
  const unknown = terms.find(({ field }) => !list.filters.has(field) && !field.startsWith('http'))
  if (unknown) return fail(412, 1034, `Filter error: unknown field '${unknown.field}'`)
  if (terms.some(({ field, value }) => MOMENTS.has(field) && !MOMENT.test(value)))
    return fail(412, 1035, 'Filter error: wrong format of a date')
  const search = (query.get('search') ?? '').toLowerCase()
  const found = inOrder(
    list.rows.filter(
      (row) =>
        fits(row, terms) &&
        (search === '' ||
          (list.searched ?? []).some((field) =>
            String(row[field] ?? '')
              .toLowerCase()
              .includes(search),
          )),
    ),
    query.get('order') ?? '',
  )
  const limit = Math.min(Math.max(Number(query.get('limit')) || 1000, 1), 1000)
  const offset = Math.max(Number(query.get('offset')) || 0, 0)
  const hrefAt = (at: number) => {
    const next = new URLSearchParams(query)
    next.set('limit', String(limit))
    next.set('offset', String(at))
    return `${base}/entity/${list.type}?${next}`
  }
  return {
    status: 200,
    body: {
      context: { employee: { meta: metaAt(`${base}/context/employee`, 'employee', base) } },
      meta: {
        href: address,
        type: list.type,
        mediaType: 'application/json',
        size: found.length,
        limit,
        offset,
        ...(offset + limit < found.length && { nextHref: hrefAt(offset + limit) }),
        ...(offset > 0 && { previousHref: hrefAt(Math.max(offset - limit, 0)) }),
      },
      rows: found.slice(offset, offset + limit),
    },
  }
}

export const metaAt = (href: string, type: string, base: string) => ({
  href,
  metadataHref: `${base}/entity/${type}/metadata`,
  type,
  mediaType: 'application/json',
})
