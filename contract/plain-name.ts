/**
 * Names of people and businesses appear in emails that we send to strangers. A mail program turns addresses and numbers
 * in them into links, so a name has none.
 */

const SCHEME = /:\/\/|(?<![\p{L}\p{N}])(?:www\.|(?:https?|mailto|tel):)/iu
/** Two words joined by a dot. */
const JOINED = /(?<![\p{L}\p{N}-])([\p{L}\p{N}-]+)\.(\p{L}[\p{L}\p{N}-]+)/gu
/** After an initial, such as in `A.Novak`, only these make a domain. */
const AFTER_INITIAL = /^(?:com|net|org|info|app|dev|io|co|me|ly|to|ru|cz|de|uk|eu|us|рф)$/iu
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/
/** Seven digits or more, however they are grouped. */
const CALLABLE = /(?:\d[\s().\-/]*){7}/
/** They turn the direction of a text or separate letters that look joined. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u

/** As a mail program reads it: full-width letters and signs are ordinary ones. */
const plain = (text: string) => text.normalize('NFKC').replace(/[。․]/gu, '.')

export const hasHiddenSigns = (text: string): boolean => HIDDEN.test(text)

/** Something that looks like a web or email address. */
export function hasAddress(name: string): boolean {
  const text = plain(name)
  if (text.includes('@') || SCHEME.test(text) || IP_ADDRESS.test(text)) return true
  return [...text.matchAll(JOINED)].some(
    ([, before = '', after = '']) => before.length > 1 || AFTER_INITIAL.test(after),
  )
}

/** Something that looks like a phone number. */
export const hasNumberToCall = (name: string): boolean => CALLABLE.test(plain(name))
