import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, fitText, textWidth } from './text-width.ts'

test('a short text keeps its size', () => {
  expect(fitText('1 250.00', { sizePx: 60, minPx: 24, maxWidthPx: 345 })).toEqual({ text: '1 250.00', sizePx: 60 })
})

test('a longer text shrinks before it is cut', () => {
  const fitted = fitText('Серебряный уровень', { sizePx: 60, minPx: 24, maxWidthPx: 345 })
  expect(fitted.text).toBe('Серебряный уровень')
  expect(fitted.sizePx).toBeGreaterThan(24)
  expect(fitted.sizePx).toBeLessThan(60)
})

test('a text that does not fit at the smallest size ends with an ellipsis', () => {
  const fitted = fitText('Nejlepší kavárna v celém městě a jeho širokém okolí', {
    sizePx: 21,
    minPx: 14,
    maxWidthPx: 120,
  })
  expect(fitted.sizePx).toBe(14)
  expect(fitted.text.endsWith('…')).toBe(true)
})

test('a cut text always fits, whatever letters it is made of', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 30, max: 400 }),
      (text, width) => textWidth(cutText(text, 20, width), 20) <= width,
    ),
  )
})
