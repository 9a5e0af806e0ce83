/** Conditions in words: `balance at least 500.00 and age from 25 to 45`. */
import type { TFunction } from 'i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Criterion, Match } from '../../../contract/people/segments.ts'

/** Names of what conditions refer to, by form key, card id and tag id. */
export type Names = ReadonlyMap<string, string>

export type Sentences = {
  t: TFunction
  names: Names
  money: (minor: number) => string
  points: (minor: number) => string
  /** What the business calls its points; undefined: its own word is not set. */
  pointsWord?: string | undefined
  percent: (hundredths: number) => string
  number: (value: number) => string
  /** Joins texts with "and" or "or" in the reader's language. */
  join: (texts: readonly string[], by: Match) => string
}

/** More names than this are replaced by their number. */
const LISTED_MAX = 3

function listed({ t, join }: Sentences, texts: readonly string[]): string {
  if (texts.length <= LISTED_MAX) return join(texts, 'any')
  return t('segments.says.more', { list: texts.slice(0, LISTED_MAX - 1).join(', '), n: texts.length - LISTED_MAX + 1 })
}

function shown(sentences: Sentences, { kind }: Criterion, value: number): string {
  if (kind === 'cardnumber') return cardNumberText(value)
  if (kind === 'discount') return `${sentences.percent(value)} %`
  if (kind === 'lastPurchase') return sentences.t('segments.says.daysAgo', { count: value, n: sentences.number(value) })
  return kind === 'bonus'
    ? sentences.points(value)
    : kind === 'balance' || kind === 'spent'
      ? sentences.money(value)
      : sentences.number(value)
}

export function criterionText(sentences: Sentences, one: Criterion): string {
  const text = plainText(sentences, one)
  if (!('days' in one) || one.days === undefined) return text
  return sentences.t('segments.says.within', { text, count: one.days, n: sentences.number(one.days) })
}

function plainText(sentences: Sentences, one: Criterion): string {
  const { t, names } = sentences
  if (one.kind === 'sex')
    return one.operator === 'unknown'
      ? t('segments.says.sex.unknown')
      : t(`segments.says.sex.${one.operator}_${one.value}`)
  const what = (one.kind === 'bonus' && sentences.pointsWord) || t(`segments.what.${one.kind}`)
  if (!('value' in one)) return t(`segments.says.${one.operator}`, { what })
  const { value } = one
  if (Array.isArray(value)) {
    const isNamed = one.kind === 'formKey' || one.kind === 'templateUUID' || one.kind === 'tag'
    const texts = value.map((entry) =>
      typeof entry === 'number' ? cardNumberText(entry) : isNamed ? (names.get(entry) ?? t('segments.gone')) : entry,
    )
    return t(`segments.says.${one.operator === 'none_of' ? 'none_of' : 'one_of'}`, {
      what,
      list: listed(sentences, texts),
    })
  }
  if (typeof value === 'object')
    return t('segments.says.between', {
      what,
      from: one.kind === 'lastPurchase' ? sentences.number(value.from) : shown(sentences, one, value.from),
      to: shown(sentences, one, value.to),
    })
  return t(`segments.says.${one.operator}`, {
    what,
    value: typeof value === 'number' ? shown(sentences, one, value) : value,
  })
}

export function rulesText(
  sentences: Sentences,
  { match, criteria }: { match: Match; criteria: readonly Criterion[] },
): string {
  return sentences.join(
    criteria.map((one) => criterionText(sentences, one)),
    match,
  )
}
