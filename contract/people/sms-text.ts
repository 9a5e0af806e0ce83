/** Fills the text of an SMS and counts its parts. Pure: the page counts as a mobile operator does. */

/** Replaced by the link to the client's card. */
export const LINK_TOKEN = '{link}'
/** Placeholders that a text can contain. */
export const SMS_TOKENS = ['link', 'name', 'organisation'] as const

/** The first placeholder that would not be replaced; undefined if there is none. */
export function unknownToken(text: string): string | undefined {
  return [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !(SMS_TOKENS as readonly string[]).includes(name))
}

export function fillSms(text: string, values: Readonly<Record<(typeof SMS_TOKENS)[number], string>>): string {
  return text
    .replace(/\{(link|name|organisation)\}/g, (_, name: keyof typeof values) => values[name])
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** The basic table of the seven-bit alphabet (3GPP 23.038), and its extension, whose characters take two places. */
const BASIC = /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]$/
const EXTENSION = /^[\f^{}\\[\]~|€]$/

/** Whether a mobile operator can send the text in the seven-bit alphabet: a backtick, an á or a quote „ cannot be. */
export const isSevenBit = (text: string): boolean =>
  [...text].every((character) => BASIC.test(character) || EXTENSION.test(character))

export type SmsLength = { used: number; perSegment: number; segments: number }

/**
 * One character outside the seven-bit alphabet reduces an SMS from 160 places to 70. In a text of several parts, each
 * part loses some places to the header that joins them, and no character is cut in two.
 */
export function smsLength(text: string): SmsLength {
  const isShort = isSevenBit(text)
  const places = [...text].map((character) => (isShort ? (EXTENSION.test(character) ? 2 : 1) : character.length))
  const used = places.reduce((sum, one) => sum + one, 0)
  const [single, part] = isShort ? [160, 153] : [70, 67]
  if (used <= single) return { used, perSegment: single, segments: used === 0 ? 0 : 1 }
  let [segments, left] = [1, part]
  for (const one of places) {
    if (one > left) [segments, left] = [segments + 1, part]
    left -= one
  }
  return { used, perSegment: part, segments }
}
