import { expect, it } from 'vitest'
import type { LateCode } from './code-path.ts'
import { matrixPath } from './matrix-codes.ts'

/** Whether the middle of each module lies within the outlines, counted even-odd as a browser fills them. */
function modulesOf(type: LateCode, text: string): boolean[][] {
  const { d, width, height } = matrixPath(type, text)
  const upright = d.split('z').flatMap((outline) => {
    const points = outline
      .replace('M', '')
      .split('L')
      .map((point) => point.split(' ').map(Number) as [number, number])
    return points
      .map((point, i) => [point, points[(i + 1) % points.length] ?? point] as const)
      .filter(([[x1, y1], [x2, y2]]) => x1 === x2 && y1 !== y2)
  })
  const isDark = (x: number, y: number) =>
    upright.filter(([[x1, y1], [, y2]]) => x1 > x && Math.min(y1, y2) < y && Math.max(y1, y2) > y).length % 2 === 1
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => isDark(x + 0.5, y + 0.5)))
}

/** The widths of dark and light bars in turn. */
function runsOf(row: readonly boolean[]): number[] {
  return (row.map(Number).join('').match(/1+|0+/g) ?? []).map((run) => run.length)
}

const TEXTS = ['000412', 'MILA-000412', 'x'.repeat(200), '{"card":"412","shop":7}']

it.each(TEXTS)('every row of a PDF417 has its ends and words of its cluster: %#', (text) => {
  const lines = modulesOf('pdf417', text)
  expect(lines.length % 3).toBe(0)
  for (const [row, line] of lines.filter((_, y) => y % 3 === 0).entries()) {
    expect(lines.slice(row * 3, row * 3 + 3), 'three modules high').toEqual([line, line, line])
    const runs = runsOf(line)
    expect(runs.slice(0, 8)).toEqual([8, 1, 1, 1, 1, 1, 1, 3])
    expect(runs.slice(-9)).toEqual([7, 1, 1, 3, 1, 1, 1, 2, 1])
    const words = runs.slice(8, -9)
    for (let at = 0; at < words.length; at += 8) {
      const [b1 = 0, s1 = 0, b2 = 0, s2 = 0, b3 = 0, s3 = 0, b4 = 0, s4 = 0] = words.slice(at, at + 8)
      expect(b1 + s1 + b2 + s2 + b3 + s3 + b4 + s4).toBe(17)
      expect((b1 - b2 + b3 - b4 + 9) % 9).toBe((row % 3) * 3)
    }
  }
})

it.each(TEXTS)('an Aztec has its rings round the middle and the marks of its corners: %#', (text) => {
  const modules = modulesOf('aztec', text)
  const size = modules.length
  expect(modules.every((row) => row.length === size)).toBe(true)
  const middle = (size - 1) / 2
  const at = (x: number, y: number) => modules[middle + y]?.[middle + x]
  const ring = (from: number) =>
    Array.from({ length: 2 * from + 1 }, (_, i) => i - from).flatMap((along) => [
      at(along, from),
      at(along, -from),
      at(from, along),
      at(-from, along),
    ])
  // A compact one has a ring less of each colour.
  const outermost = ring(6).every(Boolean) ? 6 : 4
  for (let from = 0; from <= outermost; from++)
    expect(new Set(ring(from)), `ring ${from}`).toEqual(new Set([from % 2 === 0]))
  const corner = outermost + 1
  const marks = [at(-corner, -corner), at(corner, -corner), at(corner, corner), at(-corner, corner)]
  expect(marks).toEqual([true, true, false, false])
})

it('other texts are other codes; what does not fit is an error', () => {
  for (const type of ['aztec', 'pdf417'] as const) {
    expect(new Set(TEXTS.map((text) => matrixPath(type, text).d)).size).toBe(TEXTS.length)
    expect(() => matrixPath(type, 'x'.repeat(5000))).toThrow(RangeError)
  }
})
