import { describe, expect, it } from 'vitest'
import { cardUri, cleanLines, cleanText, hasInvisible, isBarcodeText } from './card-texts.ts'

describe('a link', () => {
  it.each([
    ['https://coffee.example', 'https://coffee.example/'],
    ['HTTPS://Coffee.example/Menu?x=1#a', 'https://coffee.example/Menu?x=1#a'],
    ['https://кофе.example/меню', 'https://xn--e1ajmy.example/%D0%BC%D0%B5%D0%BD%D1%8E'],
    ['https://coffee.example/"a"', 'https://coffee.example/%22a%22'],
    ['http://localhost:3000/f', 'http://localhost:3000/f'],
    ['tel:+420 (601) 000-000', 'tel:+420601000000'],
    ['TEL:112', 'tel:112'],
    ['mailto:hello@coffee.example', 'mailto:hello@coffee.example'],
  ])('%s becomes %s', (uri, wanted) => expect(cardUri(uri)).toBe(wanted))

  it.each([
    'https://',
    'https://a b.example',
    'https://coffee.example:99999',
    'https://[1:2',
    'https://bank.example@evil.example/',
    'https://a:b@evil.example/',
    'javascript:alert(1)',
    'ftp://coffee.example',
    'coffee.example',
    'tel:',
    'tel:12',
    'tel:--',
    'tel:+1;ext=5',
    'mailto:a@b',
    'mailto:a@b.example?subject=x y',
    '',
  ])('%j leads nowhere', (uri) => expect(cardUri(uri)).toBeNull())
})

describe('a text', () => {
  it.each(['a\u0000b', 'a\u0007', '\u001b[2J', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\tb', 'a\rb'])(
    '%j has something invisible in it',
    (text) => expect([hasInvisible(text, true), hasInvisible(text, false)]).toEqual([true, true]),
  )

  it('may break lines on the back only; letters of all languages and pictures are visible', () => {
    expect([hasInvisible('a\nb\r\nc', true), hasInvisible('a\nb', false)]).toEqual([false, true])
    expect(hasInvisible('Žluť, кофе, קפה, ☕️👩‍🍳 — “x” \u00a0', false)).toBe(false)
  })

  it('of a client is cleaned, and says the same', () => {
    expect(cleanText('Anna\u0000 \r\n  Ny\u0007man\tX')).toBe('Anna Nyman X')
    expect(cleanLines('Mill street 1\r\nPrague\u2028\u0007Czechia\t1')).toBe('Mill street 1\nPrague\nCzechia 1')
    expect([cleanText('Žofie ☕️'), cleanLines('a\n\nb')]).toEqual(['Žofie ☕️', 'a\n\nb'])
  })
})

it('a barcode holds printable ASCII, and no letters that some scanners cannot read', () => {
  expect(['', 'AB-12/x ~', '000412'].map(isBarcodeText)).toEqual([true, true, true])
  expect(['Ž', 'ÿ', 'a\u007f', 'a\n', '🙂'].map(isBarcodeText)).toEqual([false, false, false, false, false])
})
