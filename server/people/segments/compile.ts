/**
 * Compiles the rules of a segment to one SQL condition over a row of the table `clients`. Every value is a parameter.
 * An unknown value of a client fits no comparison, but fits "is not" and "none of".
 */
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/like.ts'
import { type Criterion, Match, OPERATORS, type Rules } from '../../../contract/people/segments.ts'
import { addDays, moscowMidnight } from '../../../contract/time.ts'
import {
  type BuyerCondition,
  HAS_NEVER_BOUGHT,
  hasAnyTag,
  hasAnyTagAmongFew,
  hasAnyTagUpTo,
  hasBought,
  hasLastBought,
  hasNotBoughtSince,
  isBuyer,
  isBuyerAmongFew,
  isJoinedBuyer,
  isPresentBuyer,
  joinBought,
} from '../clients/clients.ts'
import { idsOfForms } from '../forms/forms.ts'
import { rangeOf } from './contradiction.ts'
import { type Bought, isBought, isNoneSince, plain } from './plain.ts'

type Condition = RawBuilder<boolean>
type Comparison = Extract<Criterion, { kind: 'balance' }>['operator']

/** The same day so many years earlier; 29 February becomes the 28th in other years. */
export function yearsBefore(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0')
  const isLeap = new Date(`${year}-02-29T00:00:00Z`).getUTCDate() === 29
  return day.endsWith('-02-29') && !isLeap ? `${year}-02-28` : `${year}${day.slice(4)}`
}

const SIGNS = { eq: sql`=`, ne: sql`<>`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` } as const

type Amount = { operator: Comparison; value: number | { from: number; to: number } }

function amountCondition(column: RawBuilder<unknown>, { operator, value }: Amount): Condition {
  if (typeof value === 'object') return sql`${column} between ${value.from}::bigint and ${value.to}::bigint`
  return operator === 'between' ? sql`false` : sql`${column} ${SIGNS[operator]} ${value}::bigint`
}

/** Whether a condition fits who has bought nothing. */
export function fitsNothingBought({ operator, value }: Amount): boolean {
  if (typeof value === 'object') return value.from <= 0 && value.to >= 0
  switch (operator) {
    case 'eq':
      return value === 0
    case 'ne':
      return value !== 0
    case 'lt':
      return value > 0
    case 'lte':
      return value >= 0
    case 'gt':
      return value < 0
    case 'gte':
      return value <= 0
    default:
      return false
  }
}

/** The beginning of the Moscow day so many days ago. */
const daysAgo = (today: string, days: number) => sql`${moscowMidnight(addDays(today, -days))}::timestamptz`

function lastPurchaseCondition(one: Extract<Bought, { kind: 'lastPurchase' }>, today: string): BuyerCondition {
  switch (one.operator) {
    case 'lt':
      return hasLastBought((at) => sql`${at} >= ${daysAgo(today, one.value - 1)}`)
    case 'lte':
      return hasLastBought((at) => sql`${at} >= ${daysAgo(today, one.value)}`)
    case 'gt':
      return hasLastBought((at) => sql`${at} < ${daysAgo(today, one.value)}`)
    case 'gte':
      return hasLastBought((at) => sql`${at} < ${daysAgo(today, one.value - 1)}`)
    case 'between':
      return hasLastBought(
        (at) => sql`${at} >= ${daysAgo(today, one.value.to)} and ${at} < ${daysAgo(today, one.value.from - 1)}`,
      )
  }
}

function boughtCondition(one: Bought, today: string): BuyerCondition {
  if (one.kind === 'lastPurchase') return lastPurchaseCondition(one, today)
  if (one.days !== undefined && isNoneSince(one)) return hasNotBoughtSince(daysAgo(today, one.days - 1))
  const since = one.days === undefined ? null : addDays(today, 1 - one.days)
  const { from: least } = rangeOf(one)
  const of = { isForNone: fitsNothingBought(one), least }
  return hasBought(one.kind, since, (figure) => amountCondition(figure, one), of)
}

/** The rules as one condition over what a client has bought; undefined: some ask for something else. */
export function compileBought({ match, criteria }: Rules, today: string): BuyerCondition | undefined {
  const bought = criteria.filter(isBought)
  if (bought.length === 0 || bought.length < criteria.length || !isKnown({ match, criteria })) return undefined
  return joinBought(
    bought.map((one) => boughtCondition(one, today)),
    match,
  )
}

/** What all who fit have bought; undefined: some of them need not have. */
export function compileBoughtOf(rules: Rules, today: string): BuyerCondition | undefined {
  const { match, criteria } = plain(rules)
  const bought = match === 'all' || criteria.every(isBought) ? criteria.filter(isBought) : []
  return isKnown({ match, criteria }) ? compileBought({ match, criteria: bought }, today) : undefined
}

const bornBy = (today: string, age: number): Condition => sql`clients.birthday <= ${yearsBefore(today, age)}::date`
const bornAfter = (today: string, age: number): Condition => sql`clients.birthday > ${yearsBefore(today, age)}::date`

/** Ages as ranges of birthdays: a client who is 30 today was born up to 30 and less than 31 years ago. */
function ageCondition(one: Extract<Criterion, { kind: 'age' }>, today: string): Condition {
  switch (one.operator) {
    case 'unknown':
      return sql`clients.birthday is null`
    case 'between':
      return sql`(${bornBy(today, one.value.from)} and ${bornAfter(today, one.value.to + 1)})`
    case 'eq':
      return sql`(${bornBy(today, one.value)} and ${bornAfter(today, one.value + 1)})`
    case 'ne':
      return sql`(${bornAfter(today, one.value)} or ${bornBy(today, one.value + 1)})`
    case 'lt':
      return bornAfter(today, one.value)
    case 'lte':
      return bornAfter(today, one.value + 1)
    case 'gt':
      return bornBy(today, one.value + 1)
    case 'gte':
      return bornBy(today, one.value)
  }
}

/**
 * Days before and after which all birthdays of a month fit a condition, or none; undefined: it asks for something else
 * than sex and birthday.
 */
export function edgesOf(one: Criterion, today: string): string[] | undefined {
  if (one.kind === 'sex') return []
  if (one.kind !== 'age') return undefined
  if (one.operator === 'unknown') return []
  const ages = typeof one.value === 'object' ? [one.value.from, one.value.to] : [one.value]
  return ages.flatMap((age) => [yearsBefore(today, age), yearsBefore(today, age + 1)])
}

/** Codes are read aloud and typed by hand, so case does not matter. */
const code = sql`lower(clients.promo_code collate "und-x-icu")`
const folded = (text: string) => sql`lower(${text}::text collate "und-x-icu")`

/** As the index of codes has it. */
const hasCode = sql<boolean>`clients.promo_code <> ''`

function promoCondition(one: Extract<Criterion, { kind: 'promo' }>): Condition {
  switch (one.operator) {
    case 'is':
      return sql`(${hasCode} and ${code} = ${folded(one.value)})`
    case 'starts':
      return sql`(${hasCode} and ${code} like ${folded(escapeLike(one.value))} || '%')`
    case 'one_of':
      return sql`(${hasCode} and ${code} in (${sql.join(one.value.map(folded))}))`
    case 'empty':
      return sql`clients.promo_code = ''`
    case 'not_empty':
      return hasCode
  }
}

function cardNumberCondition(one: Extract<Criterion, { kind: 'cardnumber' }>): Condition {
  switch (one.operator) {
    case 'eq':
      return sql`clients.card_number = ${one.value}::bigint`
    case 'between':
      return sql`clients.card_number between ${one.value.from}::bigint and ${one.value.to}::bigint`
    case 'one_of':
      return sql`clients.card_number = any(${one.value}::bigint[])`
    // As printed: padded to six digits, or longer when the number is.
    case 'starts':
      return sql`lpad(clients.card_number::text, greatest(6, length(clients.card_number::text)), '0')
        like ${one.value} || '%'`
  }
}

/** How a statement asks for what lies in other tables. */
export type Asking = {
  isBuyer: (condition: BuyerCondition) => Condition
  hasAnyTag: (ids: readonly string[]) => Condition
  /** Figures of purchases are joined: they are there already, and tags have to be looked up. */
  isJoined?: boolean
}
/** Over a row of `clients`, of all of them, archived ones too. */
export const OF_ALL: Asking = { isBuyer, hasAnyTag }
export const OF_PRESENT: Asking = { isBuyer: isPresentBuyer, hasAnyTag }
/** In a statement about some clients of a large account. */
export const AMONG_FEW: Asking = { isBuyer: isBuyerAmongFew, hasAnyTag: hasAnyTagAmongFew }
/** Over a row of `clients` with its figures of purchases (`WITH_BOUGHT`). */
export const WITH_FIGURES: Asking = { isBuyer: isJoinedBuyer, hasAnyTag, isJoined: true }
/** The same, of clients with ids up to the last one of a sample. */
export const ofSample = (last: RawBuilder<unknown>): Asking => ({
  ...WITH_FIGURES,
  hasAnyTag: (ids) => hasAnyTagUpTo(ids, last),
})

/** @param today the Moscow day on which ages are counted */
function compileCriterion(one: Exclude<Criterion, Bought>, today: string, { hasAnyTag: hasTags }: Asking): Condition {
  switch (one.kind) {
    case 'formKey': {
      const isOne = sql`clients.form_id in ${idsOfForms(sql`clients.cabinet_id`, one.value)}`
      return one.operator === 'one_of' ? sql`coalesce(${isOne}, false)` : sql`not coalesce(${isOne}, false)`
    }
    case 'templateUUID':
      return one.operator === 'one_of'
        ? sql`clients.template_id = any(${one.value}::uuid[])`
        : sql`clients.template_id <> all(${one.value}::uuid[])`
    case 'tag':
      return one.operator === 'one_of' ? hasTags(one.value) : sql`not ${hasTags(one.value)}`
    case 'sex':
      if (one.operator === 'unknown') return sql`clients.sex is null`
      return one.operator === 'is' ? sql`clients.sex = ${one.value}` : sql`clients.sex is distinct from ${one.value}`
    case 'promo':
      return promoCondition(one)
    case 'cardnumber':
      return cardNumberCondition(one)
    case 'age':
      return ageCondition(one, today)
    case 'balance':
      return amountCondition(sql`clients.balance_minor`, one)
    case 'bonus':
      return amountCondition(sql`clients.bonus_minor`, one)
    case 'discount':
      return amountCondition(sql`clients.discount_hundredths`, one)
    case 'lastPurchase':
      return HAS_NEVER_BOUGHT
  }
}

/** Digits of the shortest and of the longest number: leading zeros fill up the shorter ones. */
const [SHORTEST, LONGEST] = [6, 15]

/** The numbers that begin like this as they are printed: of each length a range. */
function numbersLike(digits: string): Condition {
  const ranges = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, more) => SHORTEST + more).flatMap((length) => {
    if (digits.length > length || (length > SHORTEST && digits.startsWith('0'))) return []
    const unit = 10 ** (length - digits.length)
    return [
      sql`clients.card_number between ${Number(digits) * unit}::bigint and ${(Number(digits) + 1) * unit - 1}::bigint`,
    ]
  })
  return ranges.length === 0 ? sql`false` : sql`(${sql.join(ranges, sql` or `)})`
}

/** The same condition, as an index finds who fits it. */
export function compileSeek(one: Criterion, today: string): Condition {
  if (one.kind === 'formKey') return sql`clients.form_id in ${idsOfForms(sql`clients.cabinet_id`, one.value)}`
  if (one.kind === 'cardnumber' && one.operator === 'starts') return numbersLike(one.value)
  return compileRules({ match: 'all', criteria: [one] }, today, OF_PRESENT)
}

/** Without what a newer version may have stored. */
export const isKnown = ({ match, criteria }: Rules): boolean =>
  Match.options.includes(match) &&
  criteria.every(
    ({ kind, operator }) => Object.hasOwn(OPERATORS, kind) && (OPERATORS[kind] as readonly string[]).includes(operator),
  )

/**
 * All conditions joined. Without any, no client fits: an unfinished segment must never select everybody, nor one whose
 * conditions this version does not know.
 * @param asking left out: of all clients
 */
export function compileRules(rules: Rules, today: string, asking = OF_ALL): Condition {
  const { match, criteria } = plain(rules)
  if (criteria.length === 0 || !isKnown({ match, criteria })) return sql`false`
  const bought = compileBought({ match, criteria: criteria.filter(isBought) }, today)
  const ofBuyers = bought ? [asking.isBuyer(bought)] : []
  const others = criteria.filter((one) => !isBought(one)).map((one) => compileCriterion(one, today, asking))
  const all = asking.isJoined ? [...ofBuyers, ...others] : [...others, ...ofBuyers]
  return sql`(${sql.join(all, match === 'all' ? sql` and ` : sql` or `)})`
}
