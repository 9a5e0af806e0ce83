import { expect, it } from 'vitest'
import { browserNames, refusalsInBrowser } from '../scripts/words-together.ts'

it('of the refusals the browser gets the sentences that it says itself, and all about fields', () => {
  const { codes, fields } = refusalsInBrowser('de') as Record<string, Record<string, string>>
  // Shown without an answer, beside a button, by the beginning of the code, and chosen from a list.
  for (const code of ['server_error', 'client_has_no_phone', 'crm_wrong_login', 'not_a_p12'])
    expect([code, typeof codes?.[code]]).toEqual([code, 'string'])
  expect(codes?.push_once_a_day).toBeUndefined()
  expect(fields?.required).toBe('Füllen Sie dieses Feld aus.')
})

it.each([
  ["t('refusals.codes.no_room')", 'no_room', true],
  ["t('refusals.codes.no_room')", 'no_rooms', false],
  ['t(`refusals.codes.crm_${fault.code}`)', 'crm_down', true],
  ["const CODES = ['too_old']\nt(`refusals.codes.${code}`)", 'too_old', true],
  ["const CODES = ['too_old']", 'too_old', false],
])('%j names %s: %s', (source, code, isNamed) => {
  expect(browserNames([source])(code)).toBe(isNamed)
})
