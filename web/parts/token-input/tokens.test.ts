import { expect, test } from 'vitest'
import { insertVariable, matchingVariables, piecesOf, typedVariable } from './tokens.ts'

test('a text is split into plain pieces and variables without losing anything', () => {
  const text = 'Hi {cardholder}, {} {9x} {bonus}!'
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(piecesOf(text).flatMap((piece) => piece.variable ?? [])).toEqual(['cardholder', 'bonus'])
})

test('a variable is being typed from its brace to the cursor only', () => {
  expect(typedVariable('You have {bo', 12)).toBe('bo')
  expect(typedVariable('You have {', 10)).toBe('')
  expect(typedVariable('You have {bonus} now', 20)).toBeNull()
})

test('a chosen variable replaces the part that was typed', () => {
  expect(insertVariable('You have {bo points', 12, 12, 'bonus')).toEqual({
    text: 'You have {bonus} points',
    cursor: 16,
  })
  expect(insertVariable('You have {bo} points', 12, 12, 'bonus')).toEqual({
    text: 'You have {bonus} points',
    cursor: 16,
  })
  expect(insertVariable('abcd', 1, 3, 'x')).toEqual({ text: 'a{x}d', cursor: 4 })
})

test('variables that begin with the typed text come first', () => {
  const variables = [{ name: 'cardnumber' }, { name: 'promo', description: 'number' }, { name: 'number' }]
  expect(matchingVariables(variables, 'num').map((one) => one.name)).toEqual(['number', 'cardnumber', 'promo'])
})
