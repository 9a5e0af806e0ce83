import { expect, test } from 'vitest'
import { showDate, showDateTime, showRelative } from './show.ts'

const AT = '2026-11-21T22:05:00Z'

test('times are in Moscow time, and marked so', () => {
  expect(showDateTime('en', AT)).toBe('22 Nov 2026, 01:05 MSK')
  expect(showDateTime('ru', AT)).toMatch(/^22 нояб\. 2026\u00A0г\., 01:05 МСК$/)
  expect(showDateTime('cz', AT)).toContain('22. 11. 2026')
})

test('a bare day stays that day', () => {
  expect(showDate('en', '2026-03-01')).toBe('1\u00A0Mar\u00A02026')
  expect(showDate('de', '2026-03-01')).toContain('2026')
  expect(showDate('ru', '2026-12-24')).toBe('24\u00A0дек.\u00A02026')
})

test('moments nearby are relative to now', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(showRelative('en', '2026-11-21T09:00:00Z', now)).toBe('3 hours ago')
  expect(showRelative('cz', '2026-11-23T12:30:00Z', now)).toBe('pozítří')
  expect(showRelative('en', '2026-11-21T11:59:50Z', now)).toBe('just now')
})
