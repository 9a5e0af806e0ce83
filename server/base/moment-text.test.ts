import { expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/limits.ts'
import { dayText, momentText } from './moment-text.ts'

it('a day and a moment are written as the language of the reader writes them', () => {
  const at = new Date('2026-12-24T21:05:00Z')
  expect(LANGUAGES.map((lang) => [lang, dayText(lang, at)])).toEqual([
    ['en', '25 December 2026'],
    ['cz', '25. prosince 2026'],
    ['de', '25. Dezember 2026'],
    ['ru', '25 декабря 2026 года'],
  ])
  expect(LANGUAGES.map((lang) => momentText(lang, at).slice(-7))).toEqual([', 00:05', ', 00:05', ', 00:05', ', 00:05'])
})
