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

/** Characters of the seven-bit alphabet (3GPP 23.038) besides ASCII, and those that take two places in it. */
const SEVEN_BIT = /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[\]~|€]*$/
const TWO_PLACES = /[\^{}\\[\]~|€]/g

export type SmsLength = { used: number; perSegment: number; segments: number }

/**
 * One character outside the seven-bit alphabet reduces an SMS from 160 places to 70. In a text of several parts, each
 * part loses some places to the header that joins them.
 */
export function smsLength(text: string): SmsLength {
  const isSevenBit = SEVEN_BIT.test(text)
  const used = isSevenBit ? text.length + (text.match(TWO_PLACES)?.length ?? 0) : text.length
  const [single, part] = isSevenBit ? [160, 153] : [70, 67]
  return used <= single
    ? { used, perSegment: single, segments: used === 0 ? 0 : 1 }
    : { used, perSegment: part, segments: Math.ceil(used / part) }
}
