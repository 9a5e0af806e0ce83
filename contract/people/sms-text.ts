/** What stands in an SMS and how many of them it takes. Pure: the page counts as the operator does. */

/** The place of the link to the client's card. */
export const LINK_TOKEN = '{link}'
/** Everything in braces that a text may hold. */
export const SMS_TOKENS = ['link', 'name', 'organisation'] as const

/** The first thing in braces that would reach the client as it is; undefined when there is none. */
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

/** Letters of the seven-bit alphabet (3GPP 23.038) beside ASCII, and those that take two places in it. */
const SEVEN_BIT = /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[\]~|€]*$/
const TWO_PLACES = /[\^{}\\[\]~|€]/g

export type SmsLength = { used: number; perSegment: number; segments: number }

/**
 * One letter outside the seven-bit alphabet makes the whole text one of 70 places instead of 160; longer texts give
 * some up to be put together again.
 */
export function smsLength(text: string): SmsLength {
  const isSevenBit = SEVEN_BIT.test(text)
  const used = isSevenBit ? text.length + (text.match(TWO_PLACES)?.length ?? 0) : text.length
  const [single, part] = isSevenBit ? [160, 153] : [70, 67]
  return used <= single
    ? { used, perSegment: single, segments: used === 0 ? 0 : 1 }
    : { used, perSegment: part, segments: Math.ceil(used / part) }
}
