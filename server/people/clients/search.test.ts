import { describe, expect, it } from 'vitest'
import { searchedTexts } from './search.ts'

const TEXT = 'anna schmidt  anna@mail.example +79161234567 000412'
const finds = (q: string) => searchedTexts(q).some((group) => group.every((text) => TEXT.includes(text)))

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

  it('by nothing, as everybody is; of many words only the first five count', () => {
    expect(searchedTexts('  ')).toEqual([])
    expect(searchedTexts('a b c d e f g')).toEqual([['a', 'b', 'c', 'd', 'e']])
  })
})
