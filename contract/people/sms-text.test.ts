import { describe, expect, it } from 'vitest'
import { fillSms, smsLength, unknownToken } from './sms-text.ts'

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
  ])('of %j is %i of %i, %i SMS', (text, used, perSegment, segments) => {
    expect(smsLength(text)).toEqual({ used, perSegment, segments })
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
