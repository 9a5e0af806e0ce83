/** What is looked for in the text of a client by what somebody types: names, a card number, a phone in any spelling. */

/** Words that a person types; more are ignored. */
const WORDS_MAX = 5
/** Fewer digits are a word like any other: the end of a card number, a house number in an email. */
const PHONE_DIGITS_MIN = 5

const digitsOf = (text: string) => text.replace(/\D/g, '')
const looksLikeNumber = (text: string) => /^[+\d()./\s\u00a0-]+$/.test(text)

/**
 * A phone is kept as `+79161234567`. `8 (916) 123-45-67`, `0079161234567` and its last digits are found in it without
 * what is only dialled at home or abroad.
 */
function phoneSpellings(text: string): string[] {
  const digits = digitsOf(text)
  return [digits.replace(/^00/, ''), digits.replace(/^(?:0|8)/, '')].filter(
    (one) => one.length >= PHONE_DIGITS_MIN && one !== digits,
  )
}

/** A text of a group; `isDialled`: digits of a phone alone, without what was dialled before them. */
export type Searched = { text: string; isDialled?: true }

/** Digits shorter than this begin every phone of a country. */
const COUNTRY_DIGITS_MAX = 3

/**
 * Digits begin or end a number and are not found in the middle of one: a phone begins with its country's code or
 * behind it, a card number behind its zeros. For JavaScript and PostgreSQL alike; null: a word, found anywhere.
 */
export function numberPattern({ text, isDialled }: Searched): string | null {
  if (!/^\d{3,}$/.test(text)) return null
  const begins = text.length > COUNTRY_DIGITS_MAX ? `[+][0-9]{0,3}${text}` : `[+][0-9]{1,3}${text}`
  return isDialled ? begins : `${begins}|(^|[^0-9+])0*${text}|${text}($|[^0-9])`
}

/** A plus stays: what follows is the country. */
const numberOf = (word: string) => (word.startsWith('+') ? `+${digitsOf(word)}` : digitsOf(word)) || word

/** One or two letters or digits: looked for at the beginning of a word, and as the number of a card. */
export const isShortWord = (text: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(text)

/**
 * @returns groups of texts: a client fits who has all texts of one group; none: everybody
 */
export function searchedTexts(q: string): Searched[][] {
  const text = q.normalize('NFKC').toLowerCase().trim()
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .map((word) => (/^[+\d()-]{3,}$/.test(word) ? numberOf(word) : word))
  if (words.length === 0) return []
  const asWords = words.map((one) => ({ text: one }))
  const digits = digitsOf(text)
  if (!looksLikeNumber(text) || digits.length < PHONE_DIGITS_MIN) return [asWords]
  const whole = words.length > 1 || words[0] !== digits ? [[{ text: digits }]] : []
  return [asWords, ...whole, ...phoneSpellings(text).map((one) => [{ text: one, isDialled: true } as const])]
}
