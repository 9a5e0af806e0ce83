import { expect, it } from 'vitest'
import { LANGUAGES } from '../../../contract/limits.ts'
import { dayText, readDay } from './day-text.ts'

it.each([
  ['en', '8 Apr 2026'],
  ['cz', '08. 04. 2026'],
  ['de', '08.04.2026'],
  ['ru', '08.04.2026'],
] as const)('the eighth of April in %s is %s', (lang, text) => {
  expect(dayText('2026-04-08', lang).replace(/\s/g, ' ')).toBe(text)
})

it('what is shown is read as the same day, on every day of a year', () => {
  for (const lang of LANGUAGES)
    for (let month = 1; month <= 12; month++) {
      const day = `2024-${String(month).padStart(2, '0')}-29`
      expect(readDay(dayText(day, lang), 2026)).toBe(day)
    }
})

it.each([
  ['2026-04-08', '2026-04-08'],
  ['8.4.2026', '2026-04-08'],
  ['08/04/2026', '2026-04-08'],
  ['8 4 26', '2026-04-08'],
  ['31.12.79', '1979-12-31'],
  ['31.02.2026', null],
  ['8.4.', null],
  ['soon', null],
  ['', null],
])('%s is read as %s', (text, day) => expect(readDay(text, 2026)).toBe(day))
