import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PHONE_MASKS } from '../contract/limits.ts'
import { formatPhone, isPhoneTooLong, judgePhone, MASKS, phonePrefix } from './phone-masks.ts'

test.each([
  ['cz', '777123456', '+420 777 123 456'],
  ['cz', '+420 777123456', '+420 777 123 456'],
  ['cz', '00420777123456', '+420 777 123 456'],
  ['cz', '420777123456', '+420 777 123 456'],
  ['cz', '+420 +420777123456', '+420 777 123 456'],
  ['cz', '+420 +421905123456', '+421 905 123 456'],
  ['cz', '+420 00420777123456', '+420 777 123 456'],
  ['cz', '+420 420777123456', '+420 777 123 456'],
  ['cz', 'tel. (+420) 777-123-456', '+420 777 123 456'],
  ['cz', '+421 905 123 456', '+421 905 123 456'],
  ['cz', '+4', '+4'],
  ['cz', '+420', '+420 '],
  ['cz', '+420 7', '+420 7'],
  ['ru', '89161234567', '+7 916 123-45-67'],
  ['ru', '+7 8 916 123-45-67', '+7 916 123-45-67'],
  ['ru', '+7 800 555-35-35', '+7 800 555-35-35'],
  ['ua', '0501234567', '+380 50 123 45 67'],
  ['ua', '+380 0', '+380 '],
  ['it', '+39 06 1234567', '+39 061 234 567'],
  ['esp', '0034612345678', '+34 612 34 56 78'],
  ['world', '+4915112345678', '+491 511 234 567 8'],
  ['world', '602334455', '602 334 455'],
  ['world', '0049 151 12345678', '+491 511 234 567 8'],
  ['cz', '', ''],
  ['cz', 'abc', ''],
] as const)('in the field of %s the entry "%s" stands as "%s"', (mask, entry, shown) => {
  expect(formatPhone(mask, entry)).toBe(shown)
})

test.each([
  ['cz', '+420 ', 'empty'],
  ['cz', '+42', 'empty'],
  ['cz', '+420 777 123', 'bad'],
  ['cz', '777123456', 'ok'],
  ['cz', '+420 777 123 4567', 'bad'],
  ['cz', '+421 905 123 456', 'ok'],
  ['ruMobile', '+7 495 123-45-67', 'bad'],
  ['ruMobile', '+7 916 123-45-67', 'ok'],
  ['ru', '+7 495 123-45-67', 'ok'],
  ['kz', '+7 916 123-45-67', 'bad'],
  ['world', '+49 30 123', 'bad'],
  ['world', '602 334 455', 'bad'],
  ['world', '+49 30 123456', 'ok'],
] as const)('the field of %s finds "%s" %s', (mask, entry, verdict) => {
  expect(judgePhone(mask, entry)).toBe(verdict)
})

test('a number of the most digits is full, one more is too long, and a whole number behind the code is not', () => {
  expect(isPhoneTooLong('cz', '+420 777 123 456')).toBe(false)
  expect(isPhoneTooLong('cz', '+420 777 123 4567')).toBe(true)
  expect(isPhoneTooLong('cz', '+420 420 777 123 4')).toBe(false)
})

test('in every country the longest number is found right, and formatting twice changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PHONE_MASKS), fc.stringMatching(/^[2-9]\d{0,14}$/), (name, digits) => {
      for (const entry of [`+${digits}`, digits, phonePrefix(name) + digits]) {
        const once = formatPhone(name, entry)
        expect(formatPhone(name, once)).toBe(once)
        expect(judgePhone(name, once)).toBe(judgePhone(name, entry))
      }
    }),
  )
  for (const [name, mask] of Object.entries(MASKS)) {
    const digits = mask.groups.replaceAll(/[^#]/g, '').replaceAll('#', name === 'kz' ? '7' : '9')
    expect(judgePhone(name as keyof typeof MASKS, `+${mask.code}${digits}`), name).toBe('ok')
    expect(formatPhone(name as keyof typeof MASKS, `+${mask.code}${digits}`).replaceAll(/\D/g, '')).toBe(
      mask.code + digits,
    )
  }
})
