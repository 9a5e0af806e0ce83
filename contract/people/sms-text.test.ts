import { describe, expect, it } from 'vitest'
import { fillSms, isSevenBit, smsLength, unknownToken } from './sms-text.ts'

describe('the length of an SMS', () => {
  it.each([
    ['', 0, 160, 0],
    ['Your card', 9, 160, 1],
    ['x'.repeat(160), 160, 160, 1],
    ['x'.repeat(161), 161, 153, 2],
    ['x'.repeat(306), 306, 153, 2],
    ['x'.repeat(307), 307, 153, 3],
    ['Größe', 5, 160, 1],
    ['10 €', 5, 160, 1],
    [`${'x'.repeat(159)}€`, 161, 153, 2],
    ['~[]{}|^\\', 16, 160, 1],
    ['Kód', 3, 70, 1],
    ['Карта', 5, 70, 1],
    ['ж'.repeat(70), 70, 70, 1],
    ['ж'.repeat(71), 71, 67, 2],
    ['ж'.repeat(135), 135, 67, 3],
    ['☕', 1, 70, 1],
    ['`', 1, 70, 1],
    ['ÄÖÜäöüß', 7, 160, 1],
    ['à la carte, olé', 15, 160, 1],
    ['Voilá', 5, 70, 1],
    ['„10 €“', 6, 70, 1],
    // A character of two places is not cut in two: it begins the next part.
    [`${'x'.repeat(152)}€${'x'.repeat(151)}`, 305, 153, 2],
    [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 306, 153, 3],
    [`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`, 134, 67, 3],
  ])('of %j is %i of %i, %i SMS', (text, used, perSegment, segments) => {
    expect(smsLength(text)).toEqual({ used, perSegment, segments })
  })
})

/** 3GPP 23.038, row by row; the escape is no character. */
const BASIC_TABLE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENSION_TABLE = '\f^{}\\[~]|€'

describe('the seven-bit alphabet', () => {
  it('is the table of the standard, and nothing else', () => {
    expect([...BASIC_TABLE].length).toBe(127)
    for (let code = 0; code < 0x3000; code++) {
      const character = String.fromCharCode(code)
      const places = BASIC_TABLE.includes(character) ? 1 : EXTENSION_TABLE.includes(character) ? 2 : 0
      if (isSevenBit(character) !== places > 0 || (places > 0 && smsLength(character).used !== places))
        expect.fail(`U+${code.toString(16)} takes ${places} places`)
    }
  })
})

describe('a name in braces', () => {
  it.each([
    ['{link}', undefined],
    ['{name}, {organisation}: {link}', undefined],
    ['{Link}', 'Link'],
    ['{link} {}', ''],
    ['{link} {phone}', 'phone'],
    ['no braces', undefined],
  ])('%j: %s', (text, unknown) => {
    expect(unknownToken(text)).toBe(unknown)
  })

  it('is filled once, and nothing that a name brings along', () => {
    const values = { link: 'https://x.example/c/1', name: '{link}', organisation: 'Lab $&' }
    expect(fillSms('{name} of {organisation}: {link}, {link}', values)).toBe(
      '{link} of Lab $&: https://x.example/c/1, https://x.example/c/1',
    )
    expect(fillSms('Hi {name}  {link}', { ...values, name: '' })).toBe('Hi https://x.example/c/1')
  })
})
