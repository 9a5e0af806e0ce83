import { expect, it } from 'vitest'
import { gridLines } from './grid-lines.ts'

it.each([
  [0, [0]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [48, [0, 20, 40, 60]],
  [1284, [0, 500, 1000, 1500]],
])('lines for a highest bar of %i carry round numbers and reach over it', (highest, lines) => {
  expect(gridLines(highest)).toEqual(lines)
})
