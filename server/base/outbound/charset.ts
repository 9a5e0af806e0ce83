/** Texts of systems that do not speak UTF-8: Russian ones of before 2000 still write windows-1251. */

export type Charset = 'utf-8' | 'windows-1251'

const BYTES_1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte] as const,
  ),
)

/** Letters that the charset lacks become a question mark. */
export function encode(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text)
  return Buffer.from(Array.from(text, (letter) => BYTES_1251.get(letter) ?? 0x3f))
}

/** Without the mark that some programs write before a text. */
const utf8 = (bytes: Buffer) => new TextDecoder().decode(bytes)

/** By the header, else by the first line of an XML document, else UTF-8. An unknown charset is read as UTF-8. */
export function decode(bytes: Buffer, contentType: string): string {
  const named =
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ??
    /^<\?xml[^>]*\sencoding=["']([\w-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1]
  if (named === undefined || /^utf-?8$/i.test(named)) return utf8(bytes)
  try {
    return new TextDecoder(named).decode(bytes)
  } catch {
    return utf8(bytes)
  }
}
