import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doOverlap, foldCode, stateOf } from './promo.ts'

const promo = (starts_on: string, ends_on: string | null, max: number | null = null, used = 0) => ({
  starts_on,
  ends_on,
  max,
  used,
})

describe('a promo on a day', () => {
  it.each([
    [promo('2026-12-01', '2027-03-01'), '2026-11-30', 'planned'],
    [promo('2026-12-01', '2027-03-01'), '2026-12-01', 'running'],
    [promo('2026-12-01', '2027-03-01'), '2027-03-01', 'running'],
    [promo('2026-12-01', '2027-03-01'), '2027-03-02', 'ended'],
    [promo('2026-12-01', null), '2099-01-01', 'running'],
    [promo('2026-12-01', null, 5, 4), '2026-12-02', 'running'],
    [promo('2026-12-01', null, 5, 5), '2026-12-02', 'used_up'],
    [promo('2026-12-01', '2027-03-01', 5, 5), '2027-03-02', 'ended'],
    [promo('2027-01-01', null, 5, 5), '2026-12-02', 'used_up'],
  ] as const)('%j on %s is %s', (one, today, state) => {
    expect(stateOf(one, today, true)).toBe(state)
  })

  it('of friends is never used up as a whole: its limit is for each client', () => {
    expect(stateOf(promo('2026-12-01', null, 5, 500), '2026-12-02', false)).toBe('running')
  })
})

it('two periods overlap exactly when they share a day', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`)
  const period = fc
    .tuple(day, fc.option(day))
    .map(([one, other]) =>
      other === null ? promo(one, null) : promo(one < other ? one : other, one < other ? other : one),
    )
  const daysOf = (one: ReturnType<typeof promo>) =>
    Array.from({ length: 40 }, (_, n) => `2026-12-${String(n + 1).padStart(2, '0')}`).filter(
      (text) => text >= one.starts_on && text <= (one.ends_on ?? '9'),
    )
  fc.assert(
    fc.property(
      period,
      period,
      (one, other) => doOverlap(one, other) === daysOf(one).some((text) => daysOf(other).includes(text)),
    ),
  )
})

it.each([
  ['friend', 'FRIEND'],
  [' k7m2 q9xa ', 'K7M2Q9XA'],
  ['K7M2-Q9XA', 'K7M2Q9XA'],
  ['k7m2–q9xa', 'K7M2Q9XA'],
  ['друг10', 'ДРУГ10'],
  ['ＦＲＩＥＮＤ', 'FRIEND'],
  ['', ''],
])('%j is the code %s', (typed, code) => {
  expect(foldCode(typed)).toBe(code)
})
