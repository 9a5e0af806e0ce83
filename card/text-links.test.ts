import { expect, test } from 'vitest'
import { anchorPieces, linkPieces } from './text-links.ts'

test('web addresses, e-mails and telephone numbers become links', () => {
  const pieces = linkPieces('Book at https://mila.example/book, write to hi@mila.example or call +420 777 123 456.')
  expect(pieces.filter((piece) => piece.href)).toEqual([
    { text: 'https://mila.example/book', href: 'https://mila.example/book' },
    { text: 'hi@mila.example', href: 'mailto:hi@mila.example' },
    { text: '+420 777 123 456', href: 'tel:+420777123456' },
  ])
  expect(pieces.map((piece) => piece.text).join('')).toBe(
    'Book at https://mila.example/book, write to hi@mila.example or call +420 777 123 456.',
  )
})

test('a date and a price are not telephone numbers', () => {
  expect(linkPieces('Until 31.12.2026, at least 1 250.00').every((piece) => !piece.href)).toBe(true)
})

test('anchors of a pass become links and a script address does not', () => {
  expect(
    anchorPieces('<a href="tel:+420777">Call &amp; ask</a>\n<a href="javascript:alert(1)">Bad</a><b>!</b>'),
  ).toEqual([{ text: 'Call & ask', href: 'tel:+420777' }, { text: '\n' }, { text: 'Bad' }, { text: '!' }])
})
