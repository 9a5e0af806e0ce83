/** The bytes of a text file as text: which encoding they are in, where nobody says it. */
import type { ImportEncoding } from '../../../contract/people/imports.ts'

const SAMPLE_BYTES = 64 * 1024

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Latin text has a zero in every other byte of UTF-16. */
function utf16Without(bytes: Uint8Array): ImportEncoding | undefined {
  const sample = bytes.subarray(0, 4096)
  const zerosAt = (rest: number) => sample.filter((byte, place) => byte === 0 && place % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (Math.max(even, odd) < sample.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * In Windows-1251 whole words lie above ASCII. In the Central European page such letters are single ones between Latin
 * letters.
 */
function isCyrillic(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let high = 0
  let beside = 0
  for (let place = 0; place < sample.length; place++) {
    if ((sample[place] ?? 0) < 0xc0) continue
    high++
    if ((sample[place - 1] ?? 0) >= 0xc0 || (sample[place + 1] ?? 0) >= 0xc0) beside++
  }
  return beside > high * 0.6
}

export function guessEncoding(bytes: Uint8Array): ImportEncoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = utf16Without(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  return isCyrillic(bytes) ? 'windows-1251' : 'windows-1250'
}

/** Without a byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: ImportEncoding): string =>
  new TextDecoder(encoding).decode(bytes)
