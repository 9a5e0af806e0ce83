import { expect, test } from 'vitest'
import { maskEmail, maskName, maskPhone, shortName } from './mask.ts'

test.each([
  ['Coffee Lab', 'Cof•••'],
  ['Bar', 'Ba•••'],
  ['K', 'K•••'],
  ['Отель «Север»', 'Оте•••'],
  ['', '•••'],
])('%s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

test.each([
  ['anna@shop.example', 'a•••@s•••.example'],
  ['x@a.b.example', 'x•••@a•••.example'],
  ['broken', 'b•••@b•••'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test('a number keeps its country and its end, a surname its first letter', () => {
  expect(maskPhone('+420601123456')).toBe('+420•••56')
  expect(maskPhone('')).toBe('')
  expect(shortName('Anna', 'Novak')).toBe('Anna N.')
  expect(shortName('Anna', '')).toBe('Anna')
})
