import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Criterion, CRITERION_KINDS, OPERATORS } from '../../../contract/people/segments.ts'
import { criterion } from '../../../test/segment-fits.ts'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { isSame } from '../../base/draft/same.ts'
import { LISTS } from './segment-draft.ts'
import { controlOf, criterionOf, newRow, RECIPES, rowOf, withOperator } from './rows.ts'

describe('a row of the editor', () => {
  it('gives back the condition it was made of', () => {
    fc.assert(
      fc.property(criterion([crypto.randomUUID(), crypto.randomUUID()], ['a', 'b'], [crypto.randomUUID()]), (one) => {
        expect(criterionOf(rowOf(one))).toEqual({ criterion: one })
      }),
    )
  })

  it.each(CRITERION_KINDS)('of %s begins with a valid operator', (kind) => {
    expect(OPERATORS[kind]).toContain(newRow(kind).operator)
  })

  it.each([
    [{ ...newRow('balance'), text: '' }, { value: { code: 'required' } }],
    [{ ...newRow('balance'), text: 'much' }, { value: { code: 'invalid' } }],
    [{ ...newRow('discount'), text: '101' }, { value: { code: 'too_big', detail: { max: 100 } } }],
    [{ ...newRow('age'), from: '40', to: '20' }, { to: { code: 'range_order' } }],
    [
      { ...newRow('age'), from: '', to: '2x' },
      { from: { code: 'required' }, to: { code: 'invalid' } },
    ],
    [newRow('formKey'), { value: { code: 'choose_some' } }],
    [{ ...newRow('cardnumber'), operator: 'starts' as const, text: '1a' }, { value: { code: 'digits' } }],
  ])('%j says what is missing: %j', (row, faults) => expect(criterionOf(row)).toEqual({ faults }))

  it('reads amounts as people write them', () => {
    expect(criterionOf({ ...newRow('balance'), text: '1 250,5' })).toEqual({
      criterion: { kind: 'balance', operator: 'gte', value: 125_050 },
    })
  })

  it('keeps what was entered when the operator changes', () => {
    expect(withOperator({ ...newRow('age'), from: '25', to: '45' }, 'gte')).toMatchObject({ text: '25' })
    expect(withOperator({ ...newRow('balance'), text: '5' }, 'between')).toMatchObject({ from: '5', to: '' })
    expect(withOperator({ ...newRow('promo'), text: 'FRIEND' }, 'one_of')).toMatchObject({ list: ['FRIEND'] })
    expect(controlOf(withOperator(newRow('sex'), 'unknown'))).toBe('none')
  })

  it('is the same whatever its key', () => {
    expect(isSame([newRow('age')], [newRow('age')])).toBe(true)
    expect(isSame([newRow('age')], [{ ...newRow('age'), from: '1' }])).toBe(false)
  })

  it.each(Object.entries(RECIPES))('the example %s is complete', (_, { criteria }) => {
    for (const one of criteria) expect(Criterion.safeParse(one).success).toBe(true)
  })

  it('merges with another person’s conditions by kind; two of one kind are one list', () => {
    const rows = (...kinds: (readonly [Parameters<typeof newRow>[0], string])[]) => ({
      rows: kinds.map(([kind, text]) => ({ ...newRow(kind), text })),
    })
    const base = rows(['balance', '1'], ['promo', 'A'])
    const both = mergeDrafts(
      base,
      rows(['balance', '2'], ['promo', 'A']),
      rows(['balance', '1'], ['bonus', '5']),
      LISTS,
    )
    expect(both.value.rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['balance', '2'],
      ['bonus', '5'],
    ])
    expect(both.conflicts).toEqual([])
    const less = { rows: base.rows.map((row) => ({ ...row, operator: 'lt' as const })) }
    expect(mergeDrafts(base, less, rows(['balance', '2'], ['promo', 'A']), LISTS).conflicts).toHaveLength(1)
    const twice = rows(['balance', '1'], ['balance', '9'])
    expect(mergeDrafts(base, twice, rows(['balance', '1']), LISTS).conflicts.map(({ path }) => path)).toEqual([
      ['rows'],
    ])
  })
})
