/**
 * What both wallets can show. The editor and the API refuse designs with anything else; values of clients are cleaned
 * when they are filled in.
 */

/** Control characters and the separators of Unicode. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** @param mayBreak the text may have several lines */
export function hasInvisible(text: string, mayBreak: boolean): boolean {
  return INVISIBLE.test(mayBreak ? text.replace(/\r?\n/g, '') : text)
}

/** A value on one line. */
export function cleanText(text: string): string {
  return text.replace(/[\s\p{Zl}\p{Zp}]*[\r\n\p{Zl}\p{Zp}][\s\p{Zl}\p{Zp}]*|\t/gu, ' ').replace(/\p{Cc}/gu, '')
}

/** A value that keeps its lines. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\n\P{Cc}]/gu, '')
}

/**
 * What every barcode but a QR code holds. They hold more in theory, but scanners disagree on letters beyond ASCII, and
 * Google draws no Code 128 with them: a code with such letters becomes a QR code in both wallets.
 */
export function isBarcodeText(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

const TEL = /^tel:\+?\d[\d().\s-]*$/i
const MAIL = /^mailto:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/i
const TEL_DIGITS_MIN = 3

/** A link as both wallets take it, in ASCII; null when it leads nowhere. */
export function cardUri(uri: string): string | null {
  if (TEL.test(uri)) {
    const digits = uri.replace(/[^\d]/g, '')
    return digits.length < TEL_DIGITS_MIN ? null : `tel:${/^tel:\+/i.test(uri) ? '+' : ''}${digits}`
  }
  if (MAIL.test(uri)) return encodeURI(uri)
  if (!/^https?:\/\/\S+$/i.test(uri) || !URL.canParse(uri)) return null
  const url = new URL(uri)
  // The part before an @ looks like the address and is not.
  return url.username === '' && url.password === '' ? url.href : null
}
