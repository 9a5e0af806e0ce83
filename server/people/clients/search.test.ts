import { describe, expect, it } from 'vitest'
import { numberPattern, type Searched, searchedTexts } from './search.ts'

const TEXT = 'anna schmidt  anna@mail.example +79161234567 000412'
const isIn = (whole: string) => (searched: Searched) =>
  whole.includes(searched.text) && new RegExp(numberPattern(searched) ?? '').test(whole)
const finds = (q: string, whole = TEXT) => searchedTexts(q).some((group) => group.every(isIn(whole)))

describe('a client is found', () => {
  it.each([
    'Anna',
    'schmidt ANNA',
    'anna@mail',
    '+7 916 123-45-67',
    '+79161234567',
    '8 (916) 123-45-67',
    '89161234567',
    '007 916 1234567',
    '916.123.45.67',
    '9161234567',
    '1234567',
    '4567',
    '000412',
    '412',
    'anna 4567',
    '412 4567',
    '８９１６１２３４５６７',
  ])('by %s', (q) => expect(finds(q)).toBe(true))

  it.each(['Anne', '+7 916 123-45-68', '00412 99999', 'anna 999', '+420 601'])('not by %s', (q) =>
    expect(finds(q)).toBe(false),
  )

  it.each([
    ['by digits in the middle of a phone', '2345', TEXT],
    ['by the code of the country alone', '420', 'ida  +420601777001 000006'],
    ['by a card number that another phone contains', '000412', 'ida  +420500041299 000006'],
    ['by a card number without its first zero', '000412', 'ida  +420555001005 100412'],
    ['by a dialled number in place of a card number', '8005551', 'ida  +420555001005 005551'],
  ])('not %s', (_, q, whole) => expect(finds(q, whole)).toBe(false))

  it('by a number of the country as it is dialled there', () => {
    expect(finds('601 777', 'ida  +420601777001 000006')).toBe(true)
    expect(finds('+420 601', 'ida  +420601777001 000006')).toBe(true)
    expect(finds('6017', 'ida  +420601777001 000006')).toBe(true)
  })

  it('by nothing, as everybody is; of many words only the first five count', () => {
    expect(searchedTexts('  ')).toEqual([])
    expect(searchedTexts('a b c d e f g')).toEqual([['a', 'b', 'c', 'd', 'e'].map((text) => ({ text }))])
  })
})
