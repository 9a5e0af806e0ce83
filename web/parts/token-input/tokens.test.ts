import { expect, test } from 'vitest'
import { lookedFor, matchingTokens, piecesOf, readableText } from './tokens.ts'

test('a text is split into plain pieces and tokens without losing anything', () => {
  const text = 'Hi {cardholder}, {} {9x} {bonus}! Now %@'
  const pieces = piecesOf(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap((piece) => piece.token ?? [])).toEqual(['{cardholder}', '{bonus}', '%@'])
  for (const piece of pieces) expect(text.slice(piece.at, piece.at + piece.text.length)).toBe(piece.text)
})

test('a value is looked for from a slash or a brace to the cursor only', () => {
  expect(lookedFor('You have /po', 12)).toEqual({ from: 9, text: 'po' })
  expect(lookedFor('/', 1)).toEqual({ from: 0, text: '' })
  expect(lookedFor('Вот /имя', 8)).toEqual({ from: 4, text: 'имя' })
  expect(lookedFor('You have {bo', 12)).toEqual({ from: 9, text: 'bo' })
  expect(lookedFor('You have /po now', 16)).toBeNull()
})

test('a slash within a word or an address looks for nothing', () => {
  for (const text of ['1/2', 'and/or', 'https://example', 'https:/']) expect(lookedFor(text, text.length)).toBeNull()
})

test('tokens that begin with what was typed come first, by label and by name', () => {
  const tokens = [
    { raw: '{promo}', label: 'Promo code', hint: 'a number' },
    { raw: '{cardnumber}', label: 'Card number' },
    { raw: '{number}', label: 'Table' },
  ]
  expect(matchingTokens(tokens, 'num').map((one) => one.raw)).toEqual(['{number}', '{promo}', '{cardnumber}'])
  expect(matchingTokens(tokens, 'CARD').map((one) => one.raw)).toEqual(['{cardnumber}'])
})

test('a text is read with labels; what is unknown is left as it is', () => {
  const tokens = [{ raw: '{cardholder}', label: 'Name' }]
  expect(readableText('Hi {cardholder}, {ghost}', tokens)).toBe('Hi ‹Name›, {ghost}')
})
