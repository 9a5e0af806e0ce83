/** Values that a text can be filled with: where they are in it, and which one is being looked for. */

/** One value that an owner can put into a text. */
export type Token = {
  /** As it is stored: `{cardholder}`, or `%@` in the notice of a changed field. */
  raw: string
  /** As the owner reads it: "Name". */
  label: string
  /** What the label alone does not say. */
  hint?: string
  /** The text that one client would see instead. */
  example?: string
}

/** A part of a text; `token` is its text again where it is a token. */
export type Piece = { text: string; at: number; token?: string }

const TOKEN = /\{[A-Za-z][A-Za-z0-9_]*\}|%@/g

/** Splits a text into plain pieces and tokens; joined, the pieces are the text again. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), at })
    pieces.push({ text: match[0], at: match.index, token: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), at })
  return pieces
}

/** What is typed after `/` or `{` up to the cursor, and where that begins; otherwise null. */
export function lookedFor(text: string, cursor: number): { from: number; text: string } | null {
  // A slash within a word or an address asks for nothing: 1/2, and/or, https://.
  const found = /(?:(?<![^\s({"'„“«])\/|\{)([\p{L}\p{N}_]*)$/u.exec(text.slice(0, cursor))
  return found && { from: found.index, text: found[1] ?? '' }
}

/** Tokens whose label, name or hint contains the text; those that begin with it first. */
export function matchingTokens(tokens: readonly Token[], text: string): Token[] {
  const wanted = text.toLowerCase()
  const nameOf = (one: Token) => one.raw.replace(/[{}]/g, '').toLowerCase()
  const begins = (one: Token) => one.label.toLowerCase().startsWith(wanted) || nameOf(one).startsWith(wanted)
  const fits = tokens.filter((one) =>
    [one.label, nameOf(one), one.hint ?? ''].some((part) => part.toLowerCase().includes(wanted)),
  )
  return [...fits.filter(begins), ...fits.filter((one) => !begins(one))]
}

/** The text as an owner reads it: labels in angle quotes instead of what is stored. */
export function readableText(text: string, tokens: readonly Token[]): string {
  return piecesOf(text)
    .map((piece) => {
      const token = piece.token && tokens.find((one) => one.raw === piece.token)
      return token ? `‹${token.label}›` : piece.text
    })
    .join('')
}
