/** The data of a QR code: the text as bits, padded, cut into blocks, with Reed-Solomon codewords. */

/** Codewords of error correction in a block, and blocks, for versions 1 to 40 at level M (ISO/IEC 18004, table 9). */
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
]
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/**
 * @returns the smallest version that fits the text, and its codewords in the order in which they are drawn
 * @throws RangeError when the text does not fit the largest version
 */
export function codewordsOf(text: string): { version: number; codewords: Uint8Array } {
  const { version, codewords } = packData(text)
  return { version, codewords: withCorrection(version, codewords) }
}

type Segment = {
  mode: number
  countBits: [number, number, number]
  count: number
  bits: [value: number, length: number][]
}

function segmentOf(text: string): Segment {
  if (/^\d+$/.test(text)) {
    const bits = (text.match(/\d{1,3}/g) ?? []).map((part): [number, number] => [Number(part), part.length * 3 + 1])
    return { mode: 1, countBits: [10, 12, 14], count: text.length, bits }
  }
  if ([...text].every((letter) => ALPHANUMERIC.includes(letter))) {
    const value = (letter: string) => ALPHANUMERIC.indexOf(letter)
    const bits = (text.match(/.{1,2}/g) ?? []).map((pair): [number, number] =>
      pair.length === 2 ? [value(pair[0] as string) * 45 + value(pair[1] as string), 11] : [value(pair), 6],
    )
    return { mode: 2, countBits: [9, 11, 13], count: text.length, bits }
  }
  const bytes = new TextEncoder().encode(text)
  return { mode: 4, countBits: [8, 16, 16], count: bytes.length, bits: [...bytes].map((byte) => [byte, 8]) }
}

/** Modules that carry data and correction. */
function dataModules(version: number): number {
  const size = version * 4 + 17
  const marks = alignmentPlaces(version).length
  const alignment = marks === 0 ? 0 : (marks * marks - 3) * 25 - (marks - 2) * 10
  const finders = 3 * 64 + 2 * (size - 16) + 31
  return size * size - finders - alignment - (version >= 7 ? 36 : 0)
}

function dataCodewords(version: number): number {
  return (dataModules(version) >> 3) - (CORRECTION[version - 1] as number) * (BLOCKS[version - 1] as number)
}

function packData(text: string): { version: number; codewords: Uint8Array } {
  const segment = segmentOf(text)
  const length = segment.bits.reduce((sum, [, bits]) => sum + bits, 0)
  for (let version = 1; version <= 40; version++) {
    const countBits = segment.countBits[version < 10 ? 0 : version < 27 ? 1 : 2]
    const room = dataCodewords(version) * 8
    if (4 + countBits + length > room) continue
    const codewords = new Uint8Array(room / 8)
    let at = 0
    const put = (value: number, bits: number) => {
      for (let i = bits - 1; i >= 0; i--, at++)
        codewords[at >> 3] = (codewords[at >> 3] as number) | (((value >> i) & 1) << (7 - (at & 7)))
    }
    put(segment.mode, 4)
    put(segment.count, countBits)
    for (const [value, bits] of segment.bits) put(value, bits)
    const used = Math.ceil(Math.min(room, at + 4) / 8)
    for (let i = used; i < codewords.length; i++) codewords[i] = (i - used) % 2 === 0 ? 0xec : 0x11
    return { version, codewords }
  }
  throw new RangeError('the text is too long for a QR code')
}

const EXP = new Uint8Array(512)
const LOG = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x
  LOG[x] = i
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0)
}

/** Remainder of the division by the Reed-Solomon generator polynomial. */
function correctionOf(data: Uint8Array, generator: readonly number[]): Uint8Array {
  const rest = new Uint8Array(generator.length)
  for (const byte of data) {
    const factor = byte ^ (rest[0] as number)
    rest.copyWithin(0, 1)
    rest[rest.length - 1] = 0
    if (factor !== 0)
      generator.forEach((g, i) => (rest[i] = (rest[i] as number) ^ (EXP[(LOG[factor] as number) + g] as number)))
  }
  return rest
}

const generators = new Map<number, number[]>()

/** Logarithms of the coefficients, the leading one left out. */
function generatorOf(degree: number): number[] {
  const known = generators.get(degree)
  if (known) return known
  let polynomial = [1]
  for (let root = 0; root < degree; root++) {
    const next = [...polynomial, 0]
    polynomial.forEach(
      (value, i) => (next[i + 1] = (next[i + 1] as number) ^ (EXP[(LOG[value] as number) + root] as number)),
    )
    polynomial = next
  }
  const logs = polynomial.slice(1).map((value) => LOG[value] as number)
  generators.set(degree, logs)
  return logs
}

/** Blocks with their correction, interleaved: first codewords of all blocks, then the second ones … */
function withCorrection(version: number, data: Uint8Array): Uint8Array {
  const blocks = BLOCKS[version - 1] as number
  const degree = CORRECTION[version - 1] as number
  const short = Math.floor(data.length / blocks)
  const longBlocks = data.length % blocks
  const parts: Uint8Array[] = []
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + (i >= blocks - longBlocks ? 1 : 0)
    parts.push(data.subarray(at, at + length))
    at += length
  }
  const corrections = parts.map((part) => correctionOf(part, generatorOf(degree)))
  const mixed: number[] = []
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) mixed.push(part[i] as number)
  for (let i = 0; i < degree; i++) for (const part of corrections) mixed.push(part[i] as number)
  return Uint8Array.from(mixed)
}

/** Centres of the alignment patterns, in both directions; version 1 has none. */
export function alignmentPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = version * 4 + 10
  // Even steps from the far end; version 32 is the standard's one exception to the rounding.
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)]
}
