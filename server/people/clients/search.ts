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
  return [...new Set([digits, digits.replace(/^00/, ''), digits.replace(/^(?:0|8)/, '')])].filter(
    (one) => one.length >= PHONE_DIGITS_MIN,
  )
}

/** One or two letters or digits: looked for at the beginning of a word, and as the number of a card. */
export const isShortWord = (text: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(text)

/**
 * @returns groups of texts: a client fits who has all texts of one group; none: everybody
 */
export function searchedTexts(q: string): string[][] {
  const text = q.normalize('NFKC').toLowerCase().trim()
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .map((word) => (/^[+\d()-]{3,}$/.test(word) ? digitsOf(word) || word : word))
  if (words.length === 0) return []
  if (!looksLikeNumber(text) || digitsOf(text).length < PHONE_DIGITS_MIN) return [words]
  const groups = [words, ...phoneSpellings(text).map((one) => [one])]
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()]
}
