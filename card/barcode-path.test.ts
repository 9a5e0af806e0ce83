import { code128, type DrawingContext, qrcode } from 'bwip-js/generic'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barcodePath } from './barcode-path.ts'
import { encodeCode128 } from './code128.ts'
import { encodeQr } from './qr.ts'

type Shape = [number, number][]

/** The output of an independent encoder: its polygons, its bars and its width. */
function drawnElsewhere(draw: (context: DrawingContext<number>) => number) {
  const polygons: Shape[] = []
  const bars: [number, number][] = []
  let size = 0
  draw({
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width) => {
      size = width
    },
    // A bar of an odd width comes with its middle rounded up to a whole unit.
    line: (x, _y, _x, _y2, width) => bars.push([Math.floor(x - width / 2), width]),
    polygon: (points) => polygons.push(points),
    hexagon: () => {},
    ellipse: () => {},
    fill: () => {},
    text: () => {},
    end: () => 0,
  })
  return { polygons, bars, size }
}

const isInside = (polygons: Shape[], x: number, y: number) =>
  polygons
    .flatMap((points) =>
      points.map((point, i) => [point, points[(i + 1) % points.length] as [number, number]] as const),
    )
    .filter(([[x1, y1], [x2, y2]]) => x1 === x2 && x1 > x && Math.min(y1, y2) < y && Math.max(y1, y2) > y).length %
    2 ===
  1

test.each([
  '1',
  '000412',
  'HELLO WORLD',
  'https://mila.example/i/abc?x=1',
  'Привет, мир',
  'a'.repeat(100),
  'Ž'.repeat(90),
  '9'.repeat(300),
])('a QR code equals that of an independent encoder, module by module: %#', (text) => {
  const options = { bcid: 'qrcode', text, eclevel: 'M', fixedeclevel: true, scale: 1 }
  const { polygons, size } = drawnElsewhere((context) => qrcode<number>(options, context))
  const theirs = Array.from({ length: size * size }, (_, at) =>
    Number(isInside(polygons, (at % size) + 0.5, Math.floor(at / size) + 0.5)),
  )
  const ours = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => encodeQr(text, mask))
  expect(ours[0]?.size).toBe(size)
  expect(ours.some(({ modules }) => modules.every((value, i) => value === theirs[i]))).toBe(true)
})

/**
 * Reads a code back; patterns of the values 0 to 99 are those of the digit pairs, which the test below compares
 * elsewhere.
 */
function readCode128(widths: readonly number[]): string {
  const patterns = widths.slice(0, -13).join('').match(/.{6}/g) ?? []
  const values = new Map(
    Array.from({ length: 100 }, (_, i) => [
      encodeCode128(`${String(i).padStart(2, '0')}00`)
        .slice(6, 12)
        .join(''),
      i,
    ]),
  )
  let isInC = patterns[0] === '211232'
  let text = ''
  for (const pattern of patterns.slice(1)) {
    const value = values.get(pattern) ?? (pattern === '114131' ? 100 : -1)
    if (isInC && value < 100) text += String(value).padStart(2, '0')
    else if (value === 99) isInC = true
    else if (value === 100) isInC = false
    else text += String.fromCharCode(value + 32)
  }
  return text
}

test('a Code 128 reads back as it was and is never longer than that of an independent encoder', () => {
  const sign = fc.constantFrom(...'ABCxyz-/ 0123456789012345678901234567890')
  fc.assert(
    fc.property(fc.string({ unit: sign, minLength: 1, maxLength: 18 }), (text) => {
      const theirs = drawnElsewhere((context) =>
        code128<number>({ bcid: 'code128', text, scale: 1, height: 10 }, context),
      )
      const widths = encodeCode128(text)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(theirs.size)
      expect(readCode128(widths)).toBe(text)
    }),
  )
})

test('every letter of set B and every pair of set C has a different pattern', () => {
  for (let code = 32; code < 127; code++) {
    const text = `A${String.fromCharCode(code)}`
    const theirs = drawnElsewhere((context) =>
      code128<number>({ bcid: 'code128', text, scale: 1, height: 10 }, context),
    )
    expect(encodeCode128(text).filter((_, i) => i % 2 === 0)).toEqual(theirs.bars.map(([, width]) => width))
  }
  const pairs = Array.from({ length: 100 }, (_, i) =>
    encodeCode128(`${String(i).padStart(2, '0')}00`)
      .slice(6, 12)
      .join(''),
  )
  expect(new Set(pairs).size).toBe(100)
})

test('a text that cannot be drawn gives no code instead of an error', () => {
  expect(barcodePath('code128', 'Привет')).toBeNull()
  expect(barcodePath('qr', 'x'.repeat(3000))).toBeNull()
  expect(barcodePath('qr', '')).toBeNull()
})
