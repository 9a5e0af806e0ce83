import { describe, expect, it } from 'vitest'
import { ALL_ROOMS } from '../../contract/all.ts'
import { LANGUAGES } from '../../contract/limits.ts'
import { wordsOf } from '../../words/say.ts'
import { COULD_NOT } from './could-not.ts'

/** Codes for which the product has no sentence. */
const EMPTY = [1924, 1934]

describe('what could not be done', () => {
  it('exists only for calls that exist, each with its own code from 1901 to 1989', () => {
    const calls = new Set(
      Object.values(ALL_ROOMS).flatMap((room) => Object.values(room).map((one) => `${one.method} ${one.path}`)),
    )
    expect(Object.keys(COULD_NOT).filter((call) => !calls.has(call))).toEqual([])
    const codes = Object.values(COULD_NOT).map((code) => Number(code.slice(1)))
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => code < 1901 || code > 1989 || EMPTY.includes(code))).toEqual([])
  })

  it.each(LANGUAGES)('has its sentence in %s', (lang) => {
    const { faults } = wordsOf(lang) as unknown as { faults: { could: Record<string, string> } }
    expect(Object.values(COULD_NOT).filter((code) => !/^\p{Lu}.{10,}\.$/u.test(faults.could[code] ?? ''))).toEqual([])
    expect(Object.keys(faults.could).filter((code) => !(Object.values(COULD_NOT) as string[]).includes(code))).toEqual(
      [],
    )
  })
})
