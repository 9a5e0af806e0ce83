import { describe, expect, it } from 'vitest'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { type Draft, isWhole, LISTS, moveRow } from './card-draft.ts'
import { starterDesign } from './starters.ts'

const draft: Draft = {
  name: 'Card',
  design: starterDesign('coffee', 'bonus', 'Coffee Lab', (key) => key),
  birthdayEnabled: false,
  endsOn: null,
  endsAfterDays: null,
  variables: {},
}

describe('a row', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 3, 'abc'],
    [5, 0, 'abc'],
    [0, -1, 'abc'],
  ])('row %i moved to %i gives %s', (from, to, wanted) => expect(moveRow([...'abc'], from, to).join('')).toBe(wanted))
})

describe('when two people change one card', () => {
  const row = (label: string, value = '') => ({ label, value })
  const withBack = (...fields: { label: string; value: string }[]): Draft => ({
    ...draft,
    design: { ...draft.design, back: { ...draft.design.back, fields } },
  })

  it('colours, names and rows of the back merge one by one', () => {
    const base = withBack(row('Address', 'Old'), row('Hours'))
    const mine: Draft = {
      ...withBack(row('Address', 'Mine'), row('Hours')),
      design: {
        ...withBack(row('Address', 'Mine'), row('Hours')).design,
        colours: { ...draft.design.colours, text: '#111111' },
      },
    }
    const theirs = { ...withBack(row('Address', 'Old'), row('Hours', '9–17'), row('Web')), name: 'Theirs' }
    const { value, conflicts } = mergeDrafts(base, mine, theirs, LISTS)
    expect(conflicts).toEqual([])
    expect(value.name).toBe('Theirs')
    expect(value.design.colours.text).toBe('#111111')
    expect(value.design.back.fields).toEqual([row('Address', 'Mine'), row('Hours', '9–17'), row('Web')])
  })

  it('a variable that was removed stays removed', () => {
    const base = { ...draft, variables: { colour: 'red', size: 'M' } }
    const { value } = mergeDrafts(base, { ...base, variables: { colour: 'red' } }, { ...base, name: 'Theirs' }, LISTS)
    expect(value).toEqual({ ...base, name: 'Theirs', variables: { colour: 'red' } })
  })
})

it.each([
  ['an empty label', { name: '' }, true],
  ['a colour that is none', { design: { ...draft.design, colours: { ...draft.design.colours, text: 'red' } } }, false],
  ['a design of another release', { design: {} as Draft['design'] }, false],
])('a kept draft with %s: %o', (_, change, wanted) => expect(isWhole({ ...draft, ...change })).toBe(wanted))
