import { describe, expect, it } from 'vitest'
import type { FormSettings } from '../../../contract/people/forms.ts'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { type Draft, isWhole, LISTS, moved, showable } from './draft.ts'
import { newField, variableChoices } from './field-kinds.ts'

const words = { label: 'Question', value: 'Answer' }
const own = [{ id: '1', name: 'coffee', defaultValue: '', description: '', isSystem: false }]

function settings(change: Partial<FormSettings> = {}): FormSettings {
  return {
    title: 'Card',
    description: '',
    showDescriptionPage: false,
    fields: [newField('string', [], [], words)],
    agreement: { enabled: false, text: '' },
    theme: 'day',
    lang: 'en',
    installText: '',
    isOpen: true,
    smsCheck: false,
    ...change,
  }
}
const draft = (change: Partial<Draft> = {}): Draft => ({ name: 'Main', template: 't', settings: settings(), ...change })
describe('when two people change one form', () => {
  const field = (key: string, label: string) => ({ ...newField('string', [], [], words), key, label })

  it('settings and fields merge one by one', () => {
    const base = draft({ settings: settings({ fields: [field('a', 'A'), field('b', 'B')] }) })
    const mine = draft({ settings: settings({ title: 'Mine', fields: [field('a', 'Mine'), field('b', 'B')] }) })
    const theirs = draft({
      name: 'Theirs',
      settings: settings({ theme: 'night', fields: [field('b', 'Theirs'), field('a', 'A'), field('c', 'New')] }),
    })
    const { value, conflicts } = mergeDrafts(base, mine, theirs, LISTS)
    expect(conflicts).toEqual([])
    expect([value.name, value.settings.title, value.settings.theme]).toEqual(['Theirs', 'Mine', 'night'])
    expect(value.settings.fields.map(({ key, label }) => [key, label])).toEqual([
      ['b', 'Theirs'],
      ['a', 'Mine'],
      ['c', 'New'],
    ])
  })

  it('two new fields with the same key both stay, and the merged form can be saved', () => {
    const base = draft({ settings: settings({ fields: [field('a', 'A')] }) })
    const added = (label: string) => draft({ settings: settings({ fields: [field('a', 'A'), field('tel', label)] }) })
    const { value, conflicts } = mergeDrafts(base, added('Mine'), added('Theirs'), LISTS)
    expect(conflicts).toEqual([])
    expect(value.settings.fields.map(({ label }) => label).sort()).toEqual(['A', 'Mine', 'Theirs'])
    expect(new Set(value.settings.fields.map(({ key }) => key)).size).toBe(3)
    expect(isWhole(value)).toBe(true)
  })
})

it('a row moves to its index, and an index outside changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})

describe('fields', () => {
  it('a new field writes the first free variable of its kind and has its own key', () => {
    const first = newField('tel', [], own, words)
    const second = newField('tel', [first], own, words)
    expect([first.key, first.variableName, second.key, second.variableName]).toEqual(['tel', 'tel', 'tel2', 'coffee'])
    expect(newField('tel', [first, second], own, words).variableName).toBe('')
    expect(newField('list', [], own, words)).toMatchObject({ variableName: 'sex', values: ['Answer'] })
  })

  it('a variable another active field writes is marked, and the field keeps its own one', () => {
    const one = newField('string', [], own, words)
    const other = { ...newField('string', [one], own, words), variableName: 'plate' }
    const choices = variableChoices(other, [one, other], own)
    expect(choices[0]).toEqual({ name: 'plate', isClient: false, isTaken: false })
    expect(choices.find((choice) => choice.name === 'name')?.isTaken).toBe(true)
  })
})

describe('what the preview shows', () => {
  it('an incomplete field is completed instead of hiding the page', () => {
    const half = { ...newField('list', [], [], words), label: ' ', values: ['', ' '], variableName: '' }
    const shown = showable(settings({ fields: [half] }), '…')
    expect(shown?.fields[0]).toMatchObject({ label: '…', values: ['…'] })
  })

  it('inactive fields are left out, and a form without any cannot be shown', () => {
    const off = { ...newField('string', [], [], words), active: false }
    expect(showable(settings({ fields: [off] }), '…')).toBeNull()
  })
})
