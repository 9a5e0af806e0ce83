import { expect, it } from 'vitest'
import { firstUnstorable, isStorable } from './fields.ts'

it.each([
  ['plain text', true],
  ['日本 🎴', true],
  ['\u0001', true],
  ['a\0b', false],
  ['\ud800', false],
  ['\udc00\ud800', false],
])('%j can be stored: %s', (text, can) => {
  expect(isStorable(text)).toBe(can)
})

it('names the place of the first text that cannot be stored, in values and in keys', () => {
  expect(firstUnstorable({ a: 1, b: [null, { c: 'fine' }] })).toBeUndefined()
  expect(firstUnstorable({ a: 1, b: ['x', { c: '\0' }] })).toBe('b.1.c')
  expect(firstUnstorable({ extra: { '\ud800': 'x' } })).toBe('extra')
})
