/**
 * A second, plain implementation of segments: does one client fit; and arbitrary conditions to ask it with.
 */
import fc from 'fast-check'
import type { Criterion, Rules } from '../contract/people/segments.ts'

export type Person = {
  id: string
  sex: 'male' | 'female' | null
  birthday: string | null
  promo_code: string
  card_number: number
  template_id: string
  formKey: string | null
  tags: readonly string[]
  balance_minor: number
  bonus_minor: number
  discount_hundredths: number
  /** Sales, with what their refunds gave back, and refunds that name no sale, by Moscow day. */
  bought: readonly { kind: 'purchase' | 'refund'; day: string; amount: number; returned: number }[]
}

/** Full years on a day; null when the birthday is unknown. */
function ageOn(birthday: string | null, today: string): number | null {
  return birthday === null
    ? null
    : Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0)
}

function compare(has: number | null, one: { operator: string; value?: unknown }): boolean {
  if (one.operator === 'unknown') return has === null
  if (has === null) return false
  const value = one.value as number & { from: number; to: number }
  switch (one.operator) {
    case 'eq':
      return has === value
    case 'ne':
      return has !== value
    case 'lt':
      return has < value
    case 'lte':
      return has <= value
    case 'gt':
      return has > value
    case 'gte':
      return has >= value
    default:
      return has >= value.from && has <= value.to
  }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** What a person has bought in the last days, today included. */
function figures({ bought }: Person, today: string, days = 100_000) {
  const counted = bought.filter(({ day }) => day > addDays(today, -days))
  const sales = counted.filter(
    ({ kind, amount, returned }) => kind === 'purchase' && (amount <= 0 || amount > returned),
  )
  const spent = counted.reduce(
    (so, { kind, amount, returned }) => so + (kind === 'purchase' ? amount - returned : -amount),
    0,
  )
  const last = sales
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  const since = last === undefined ? null : (Date.parse(today) - Date.parse(last)) / 86_400_000
  return { purchases: sales.length, spent, since }
}

function fitsOne(person: Person, one: Criterion, today: string): boolean {
  const code = person.promo_code.toLowerCase()
  switch (one.kind) {
    case 'formKey':
      return one.value.includes(person.formKey ?? '') === (one.operator === 'one_of')
    case 'templateUUID':
      return one.value.includes(person.template_id) === (one.operator === 'one_of')
    case 'tag':
      return one.value.some((id) => person.tags.includes(id)) === (one.operator === 'one_of')
    case 'sex':
      return one.operator === 'unknown' ? person.sex === null : (person.sex === one.value) === (one.operator === 'is')
    case 'promo':
      switch (one.operator) {
        case 'is':
          return code === one.value.toLowerCase()
        case 'starts':
          return code.startsWith(one.value.toLowerCase())
        case 'one_of':
          return one.value.some((value) => value.toLowerCase() === code)
        case 'empty':
          return code === ''
        case 'not_empty':
          return code !== ''
      }
    case 'cardnumber':
      if (one.operator === 'one_of') return one.value.includes(person.card_number)
      return one.operator === 'starts'
        ? String(person.card_number).padStart(6, '0').startsWith(one.value)
        : compare(person.card_number, one)
    case 'age':
      return compare(ageOn(person.birthday, today), one)
    case 'balance':
      return compare(person.balance_minor, one)
    case 'bonus':
      return compare(person.bonus_minor, one)
    case 'discount':
      return compare(person.discount_hundredths, one)
    case 'purchases':
    case 'spent':
      return compare(figures(person, today, one.days)[one.kind], one)
    case 'lastPurchase': {
      const { since } = figures(person, today)
      return one.operator === 'never' ? since === null : compare(since, one)
    }
  }
}

export function fits(person: Person, { match, criteria }: Rules, today: string): boolean {
  return match === 'all'
    ? criteria.every((one) => fitsOne(person, one, today))
    : criteria.some((one) => fitsOne(person, one, today))
}

export const CODES = ['', 'FRIEND', 'friend', 'Дружба', 'ДРУЖБА', 'fr%end', 'FR_', 'x\\y'] as const

const numeric = (kind: string, value: fc.Arbitrary<number>) =>
  fc.oneof(
    fc.record({ kind: fc.constant(kind), operator: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), value }),
    fc
      .tuple(value, value)
      .map(([a, b]) => ({ kind, operator: 'between', value: { from: Math.min(a, b), to: Math.max(a, b) } })),
  )

const ofDays = (one: fc.Arbitrary<object>) =>
  fc
    .tuple(one, fc.constantFrom({}, { days: 1 }, { days: 30 }, { days: 365 }))
    .map(([rule, days]) => ({ ...rule, ...days }))

/** Any condition, over things that there are. */
export function criterion(
  templates: readonly string[],
  formKeys: readonly string[],
  tags: readonly string[],
): fc.Arbitrary<Criterion> {
  const word = fc.constantFrom(...CODES.filter((code) => code !== ''), 'fr', 'Друж', '%')
  const number = fc.integer({ min: 1, max: 1200 })
  const listed = (kind: string, of: readonly string[]) =>
    fc.record({
      kind: fc.constant(kind),
      operator: fc.constantFrom('one_of', 'none_of'),
      value: fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 2 }),
    })
  return fc.oneof(
    listed('formKey', formKeys),
    listed('templateUUID', templates),
    listed('tag', tags),
    fc.record({
      kind: fc.constant('sex'),
      operator: fc.constantFrom('is', 'is_not'),
      value: fc.constantFrom('male', 'female'),
    }),
    fc.constant({ kind: 'sex', operator: 'unknown' }),
    fc.record({ kind: fc.constant('promo'), operator: fc.constantFrom('is', 'starts'), value: word }),
    fc.record({
      kind: fc.constant('promo'),
      operator: fc.constant('one_of'),
      value: fc.array(word, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('promo'), operator: fc.constantFrom('empty', 'not_empty') }),
    fc.record({ kind: fc.constant('cardnumber'), operator: fc.constant('eq'), value: number }),
    fc.tuple(number, number).map(([a, b]) => ({
      kind: 'cardnumber',
      operator: 'between',
      value: { from: Math.min(a, b), to: Math.max(a, b) },
    })),
    fc.record({
      kind: fc.constant('cardnumber'),
      operator: fc.constant('one_of'),
      value: fc.array(number, { minLength: 1, maxLength: 5 }),
    }),
    fc.record({
      kind: fc.constant('cardnumber'),
      operator: fc.constant('starts'),
      value: fc.constantFrom('0', '0001', '00', '0010', '1', '100'),
    }),
    numeric('age', fc.integer({ min: 0, max: 100 })),
    fc.constant({ kind: 'age', operator: 'unknown' }),
    numeric('balance', fc.integer({ min: -500, max: 5000 })),
    numeric('bonus', fc.integer({ min: 0, max: 3000 })),
    numeric('discount', fc.constantFrom(0, 300, 500, 1000, 10_000)),
    ofDays(numeric('purchases', fc.integer({ min: 0, max: 4 }))),
    ofDays(numeric('spent', fc.integer({ min: -300, max: 1500 }))),
    numeric('lastPurchase', fc.integer({ min: 0, max: 400 })).filter(({ operator }) => !/^(eq|ne)$/.test(operator)),
    fc.constant({ kind: 'lastPurchase', operator: 'never' }),
  ) as fc.Arbitrary<Criterion>
}
