import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Criterion } from '../../../contract/people/segments.ts'
import { CODES, criterion, fits, type Person } from '../../../test/segment-fits.ts'
import { isContradiction } from './contradiction.ts'

const TODAY = '2026-11-21'
const [TEMPLATES, FORMS, TAGS] = [
  ['t1', 't2'],
  ['f1', 'f2'],
  ['regular', 'wine'],
]

const together = (...criteria: unknown[]) => isContradiction({ match: 'all', criteria: criteria as Criterion[] })

describe('conditions that contradict each other', () => {
  it.each([
    ['ages', { kind: 'age', operator: 'lt', value: 30 }, { kind: 'age', operator: 'gte', value: 30 }],
    ['an age that is not known', { kind: 'age', operator: 'unknown' }, { kind: 'age', operator: 'ne', value: 30 }],
    ['sexes', { kind: 'sex', operator: 'is', value: 'male' }, { kind: 'sex', operator: 'is', value: 'female' }],
    ['one sex', { kind: 'sex', operator: 'is', value: 'male' }, { kind: 'sex', operator: 'is_not', value: 'male' }],
    ['codes', { kind: 'promo', operator: 'empty' }, { kind: 'promo', operator: 'starts', value: 'F' }],
    [
      'designs',
      { kind: 'templateUUID', operator: 'one_of', value: ['t1', 't2'] },
      { kind: 'templateUUID', operator: 'none_of', value: ['t2', 't1'] },
    ],
    [
      'one tag',
      { kind: 'tag', operator: 'one_of', value: ['wine'] },
      { kind: 'tag', operator: 'none_of', value: ['regular', 'wine'] },
    ],
    [
      'never and some purchases',
      { kind: 'lastPurchase', operator: 'never' },
      { kind: 'purchases', operator: 'gt', value: 0 },
    ],
    [
      'the last purchase and none',
      { kind: 'lastPurchase', operator: 'gte', value: 90 },
      { kind: 'purchases', operator: 'lt', value: 1 },
    ],
    [
      'sums of the same days',
      { kind: 'spent', operator: 'gte', value: 500, days: 30 },
      { kind: 'spent', operator: 'between', value: { from: 0, to: 499 }, days: 30 },
    ],
    [
      'card numbers',
      { kind: 'cardnumber', operator: 'one_of', value: [7, 9] },
      { kind: 'cardnumber', operator: 'eq', value: 10 },
    ],
  ])('%s', (_, one, other) => {
    expect(together(one, other)).toBe(true)
    expect(together(other, { kind: 'bonus', operator: 'gte', value: 1 }, one)).toBe(true)
    expect(isContradiction({ match: 'any', criteria: [one, other] as Criterion[] })).toBe(false)
  })

  it.each([
    ['two tags', { kind: 'tag', operator: 'one_of', value: ['a'] }, { kind: 'tag', operator: 'one_of', value: ['b'] }],
    [
      'sums of different days',
      { kind: 'spent', operator: 'gte', value: 500, days: 365 },
      { kind: 'spent', operator: 'lt', value: 500, days: 30 },
    ],
    ['no sex', { kind: 'sex', operator: 'unknown' }, { kind: 'sex', operator: 'is_not', value: 'male' }],
    [
      'a kind of a newer version',
      { kind: 'mood', operator: 'is', value: 'good' },
      { kind: 'mood', operator: 'unknown' },
    ],
  ])('are not %s', (_, one, other) => {
    expect(together(one, other)).toBe(false)
  })

  it('fit nobody', () => {
    const person: fc.Arbitrary<Person> = fc.record({
      id: fc.uuid(),
      sex: fc.constantFrom('male', 'female', null),
      promo_code: fc.constantFrom(...CODES),
      template_id: fc.constantFrom(...TEMPLATES),
      birthday: fc.constantFrom('1950-06-01', '1990-11-21', '2010-02-28', null),
      formKey: fc.constantFrom(...FORMS, null),
      tags: fc.subarray(TAGS),
      card_number: fc.integer({ min: 1, max: 1200 }),
      balance_minor: fc.integer({ min: -500, max: 1200 }),
      bonus_minor: fc.integer({ min: 0, max: 1200 }),
      discount_hundredths: fc.constantFrom(0, 300, 1000),
      bought: fc.array(
        fc.record({
          kind: fc.constantFrom('purchase' as const, 'refund' as const),
          day: fc.constantFrom(TODAY, '2026-11-01', '2026-05-01', '2025-01-01'),
          amount: fc.integer({ min: 0, max: 1200 }),
          returned: fc.constant(0),
        }),
        { maxLength: 3 },
      ),
    })
    const people = fc.sample(person, { numRuns: 300, seed: 7 })
    const one = criterion(TEMPLATES, FORMS, TAGS)
    // Of the same kind they contradict each other more often.
    const some = fc.oneof(
      fc.array(one, { minLength: 2, maxLength: 4 }),
      fc
        .tuple(one, fc.array(one, { minLength: 20, maxLength: 20 }))
        .map(([first, others]) => [first, ...others.filter(({ kind }) => kind === first.kind)]),
    )
    let found = 0
    fc.assert(
      fc.property(some, (criteria) => {
        if (!isContradiction({ match: 'all', criteria })) return
        found++
        expect(people.filter((person) => fits(person, { match: 'all', criteria }, TODAY))).toEqual([])
      }),
      { numRuns: 2000 },
    )
    expect(found).toBeGreaterThan(100)
  })
})
