import { expect, test } from 'vitest'
import { demoDaysLeft } from '../../base/demo-days.ts'
import { domainFromName } from './domain-from-name.ts'

test('makes an identifier of a name in any of the four languages', () => {
  expect(domainFromName('Coffee Lab')).toBe('coffee-lab')
  expect(domainFromName('Кофейня «Щегол»')).toBe('kofeynya-shchegol')
  expect(domainFromName('Žluťoučký kůň')).toBe('zlutoucky-kun')
  expect(domainFromName('Bäckerei Groß & Söhne')).toBe('baeckerei-gross-soehne')
  expect(domainFromName('  !!  ')).toBe('')
  expect(domainFromName('a'.repeat(31) + ' b').length).toBeLessThanOrEqual(32)
})

test('counts the days of a demo down to the last one', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect(demoDaysLeft(null, now)).toBeNull()
  expect(demoDaysLeft('2026-11-21T20:00:00Z', now)).toBe(1)
  expect(demoDaysLeft('2026-11-30T10:00:00Z', now)).toBe(9)
  expect(demoDaysLeft('2026-11-19T10:00:00Z', now)).toBeLessThan(0)
})
