import { expect, it } from 'vitest'
import { browserNames, refusalsInBrowser } from '../scripts/words-together.ts'

it('of the refusals the browser gets the sentences that it shows without an answer', () => {
  const { codes, fields } = refusalsInBrowser('de')
  // Shown without an answer, beside a button, by the beginning of the code, and chosen from a list.
  for (const code of ['server_error', 'client_has_no_phone', 'crm_wrong_login', 'not_a_p12'])
    expect([code, typeof codes[code]]).toEqual([code, 'string'])
  expect(codes.push_once_a_day).toBeUndefined()
  // Found by a check of the contract, named by a page, and known to the server alone.
  for (const code of ['required', 'too_small', 'password_short', 'trigger_date', 'variable_taken'])
    expect([code, typeof fields[code]]).toEqual([code, 'string'])
  expect(fields.name_of_others).toBeUndefined()
  // A counted one has all its plural forms.
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['too_short_one', 'too_short_other']))
})

it.each([
  ["t('refusals.codes.no_room')", 'no_room', true],
  ["t('refusals.codes.no_room')", 'no_rooms', false],
  ["t(`refusals.codes.crm_${fault.code}`) 'down'", 'crm_down', true],
  ["t(`refusals.codes.crm_${fault.code}`) 'down'", 'crm_gone', false],
  ["const CODES = ['too_old']\nt(`refusals.codes.${code}`)", 'too_old', true],
  ["const CODES = ['too_old']", 'too_old', false],
])('%j names %s: %s', (source, code, isNamed) => {
  expect(browserNames([source], 'codes')(code)).toBe(isNamed)
})
