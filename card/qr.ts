/**
 * QR codes after ISO/IEC 18004, error correction M, written for speed and size: a general barcode library weighs
 * seventy kilobytes and takes ten times as long.
 */
import { alignmentPlaces, codewordsOf } from './qr-codewords.ts'

/** Dark and light modules, row by row; 1 is dark. */
export type QrCode = { size: number; modules: Uint8Array }

/**
 * @param mask 0 to 7 to force a mask; the best of them when left out
 * @throws RangeError when the text does not fit a code of the largest version
 */
export function encodeQr(text: string, mask?: number): QrCode {
  const { version, codewords } = codewordsOf(text)
  const grid = drawFrame(version)
  placeData(grid, codewords)
  const masks = mask === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [mask]
  const drawn = masks.map((one) => applyMask(grid, one))
  const scores = drawn.map((modules) => penalty(modules, grid.size))
  return { size: grid.size, modules: drawn[scores.indexOf(Math.min(...scores))] as Uint8Array }
}

type Grid = { size: number; modules: Uint8Array; reserved: Uint8Array }

function drawFrame(version: number): Grid {
  const size = version * 4 + 17
  const grid: Grid = { size, modules: new Uint8Array(size * size), reserved: new Uint8Array(size * size) }
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    grid.modules[y * size + x] = dark ? 1 : 0
    grid.reserved[y * size + x] = 1
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const ring = (cx: number, cy: number, reach: number, light: readonly number[]) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4, [2, 4])
  const places = alignmentPlaces(version)
  const [first, last] = [places[0], places.at(-1)]
  for (const y of places) {
    for (const x of places) {
      const isAtFinder = (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
      if (!isAtFinder) ring(x, y, 2, [1])
    }
  }
  writeFormat(size, 0, set)
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 0x1f25, 12)
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)]
      set(far, near, ((bits >> i) & 1) === 1)
      set(near, far, ((bits >> i) & 1) === 1)
    }
  }
  return grid
}

/** Remainder of a BCH code. */
function remainder(value: number, polynomial: number, degree: number): number {
  let rest = value << degree
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - degree)
  return rest
}

/** Fifteen bits beside the finders, twice: level M is 00, then the mask. */
function writeFormat(size: number, mask: number, set: (x: number, y: number, dark: boolean) => void): void {
  const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1
    const near = i < 6 ? i : i < 8 ? i + 1 : 14 - i
    if (i < 8) set(8, near, dark)
    else set(i === 8 ? 7 : near, 8, dark)
    if (i < 8) set(size - 1 - i, 8, dark)
    else set(8, size - 15 + i, dark)
  }
  set(8, size - 8, true)
}

/** Two columns at a time from the right, up and down in turn, past the vertical timing line. */
function placeData(grid: Grid, codewords: Uint8Array): void {
  const { size, modules, reserved } = grid
  let bit = 0
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const at = y * size + x
        if (reserved[at]) continue
        if (bit < codewords.length * 8) modules[at] = ((codewords[bit >> 3] as number) >> (7 - (bit & 7))) & 1
        bit++
      }
    }
  }
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

function applyMask(grid: Grid, mask: number): Uint8Array {
  const { size, reserved } = grid
  const modules = grid.modules.slice()
  const isFlipped = MASKS[mask] as (x: number, y: number) => number
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      if (!reserved[at] && isFlipped(x, y) === 0) modules[at] = (modules[at] as number) ^ 1
    }
  }
  writeFormat(size, mask, (x, y, dark) => (modules[y * size + x] = dark ? 1 : 0))
  return modules
}

/** The penalty of a pattern that is hard to read: long runs, blocks, false finders and an uneven balance. */
function penalty(modules: Uint8Array, size: number): number {
  let score = 0
  let dark = 0
  for (const along of [1, size]) {
    const across = along === 1 ? size : 1
    for (let line = 0; line < size; line++) {
      let run = 0
      let last = -1
      let window = 0
      for (let i = 0; i < size; i++) {
        const value = modules[line * across + i * along] as number
        if (along === 1) dark += value
        run = value === last ? run + 1 : 1
        last = value
        if (run === 5) score += 3
        else if (run > 5) score++
        window = ((window << 1) | value) & 0x7ff
        if (i >= 10 && (window === 0x5d0 || window === 0x05d)) score += 40
      }
    }
  }
  for (let y = 0; y < size - 1; y++) {
    for (let x = 0; x < size - 1; x++) {
      const at = y * size + x
      const sum =
        (modules[at] as number) +
        (modules[at + 1] as number) +
        (modules[at + size] as number) +
        (modules[at + size + 1] as number)
      if (sum === 0 || sum === 4) score += 3
    }
  }
  const share = (dark * 20) / (size * size)
  return score + Math.floor(Math.abs(share - 10)) * 10
}
