import { describe, expect, it } from 'vitest'
import { hasAddress, hasHiddenSigns, hasNumberToCall } from './plain-name.ts'

describe('a name', () => {
  it.each([
    'https://evil.example',
    'Win a prize: evil.com',
    'EVIL.COM',
    'www.evil',
    'x.com',
    'pay@evil',
    'mailto:eve',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil․com',
    'пример.рф',
    'evil.com/login',
    'Visit 192.168.1.20',
    'bit.ly',
  ])('%s has an address', (name) => {
    expect(hasAddress(name)).toBe(true)
  })

  it.each([
    'Anna Nováková',
    'Dr. Karl Müller',
    'A.Novák',
    'И.И.Иванов',
    'J. R. R. Tolkien',
    'Bäckerei Groß & Söhne GmbH & Co. KG',
    'Kavárna s.r.o.',
    'Studio 5.0',
    'No. 12',
    'O’Neill’s Bar',
    'Café "Central"',
    'Anna-Maria',
  ])('%s has none', (name) => {
    expect([hasAddress(name), hasNumberToCall(name), hasHiddenSigns(name)]).toEqual([false, false, false])
  })

  it.each(['Call +44 800 123 4567', '8 (800) 555-35-35', '٠0800１２３４５６７', '2 000 000 000'])(
    '%s has a number to call',
    (name) => {
      expect(hasNumberToCall(name)).toBe(true)
    },
  )

  it('has no signs that hide what it says', () => {
    for (const name of ['ev\u200bil', 'moc.live\u202e', 'a\u00adb']) expect(hasHiddenSigns(name)).toBe(true)
    expect(hasHiddenSigns('علی\u200cرضا')).toBe(false)
  })
})
