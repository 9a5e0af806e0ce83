/** Finds what a phone makes tappable in a text: addresses, telephone numbers, emails, and Apple's `<a href>`. */

export type TextPiece = { text: string; href?: string }

const TAPPABLE = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(\+?\d[\d\s().-]{6,}\d)/g

/** Splits a plain text into pieces; those with `href` are links. */
export function linkPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of text.matchAll(TAPPABLE)) {
    const [found, web, mail] = match
    const href = web ?? (mail ? `mailto:${mail}` : phoneHref(found))
    if (!href) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push({ text: found, href })
    at = match.index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

/** A date or a price is no telephone number: one has a plus or ten to fifteen digits. */
function phoneHref(found: string): string | null {
  const digits = found.replace(/\D/g, '')
  const isPhone = digits.length <= 15 && (found.startsWith('+') ? digits.length >= 8 : digits.length >= 10)
  return isPhone ? `tel:${found.startsWith('+') ? '+' : ''}${digits}` : null
}

const SAFE_HREF = /^(https?:|tel:|mailto:|sms:)/i
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const decodeHtml = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)

/** Reads an attributedValue: only `<a href>` counts, other tags are dropped, an unsafe address is shown as text. */
export function anchorPieces(html: string): TextPiece[] {
  const pieces: TextPiece[] = []
  const plain = (text: string) => decodeHtml(text.replace(/<[^>]*>/g, ''))
  let at = 0
  for (const match of html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a>/gis)) {
    if (match.index > at) pieces.push({ text: plain(html.slice(at, match.index)) })
    const href = decodeHtml(match[1] ?? match[2] ?? '')
    const text = plain(match[3] ?? '')
    pieces.push(SAFE_HREF.test(href) ? { text, href } : { text })
    at = match.index + match[0].length
  }
  if (at < html.length) pieces.push({ text: plain(html.slice(at)) })
  return pieces.filter((piece) => piece.text !== '')
}
