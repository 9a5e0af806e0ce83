import { expect, it } from 'vitest'
import { mainColours } from './palette.ts'

const pixels = (...runs: [number, number[]][]) =>
  runs.flatMap(([count, rgba]) => Array.from({ length: count }, () => rgba).flat())

it('the colours are sorted by area, and similar ones count once', () => {
  const rgba = pixels(
    [50, [200, 30, 30, 255]],
    [80, [10, 10, 40, 255]],
    [9, [205, 34, 28, 255]],
    [5, [255, 255, 255, 255]],
  )
  expect(mainColours(rgba)).toEqual(['#0a0a28', '#c81e1e', '#ffffff'])
})

it('transparent pixels do not count, and an empty picture has no colours', () => {
  expect(mainColours(pixels([90, [255, 0, 0, 0]], [1, [0, 128, 0, 255]]))).toEqual(['#008000'])
  expect(mainColours([])).toEqual([])
})

it('there are never more than asked for', () => {
  const rgba = Array.from({ length: 8 }, (_, i) => [
    (i & 1) * 255,
    ((i >> 1) & 1) * 255,
    ((i >> 2) & 1) * 255,
    255,
  ]).flat()
  expect(mainColours(rgba, 5)).toHaveLength(5)
})
