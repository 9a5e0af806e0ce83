import { describe, expect, it } from 'vitest'
import type { FormSettings } from '../../../contract/people/forms.ts'
import { type Draft, isSame, layOver, moved, showable, startHistory, stepHistory } from './draft.ts'
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
const rename = (name: string, atMs: number, control = 'name') =>
  ({ type: 'edit', control, atMs, change: (one: Draft) => ({ ...one, name }) }) as const

describe('steps back and forward', () => {
  it('takes typing in one control within a second as one step', () => {
    let history = startHistory(draft())
    for (const [index, name] of ['A', 'Au', 'Aut'].entries()) history = stepHistory(history, rename(name, index * 200))
    history = stepHistory(history, rename('Autumn', 5_000))
    expect(history.past.map((one) => one.name)).toEqual(['Main', 'Aut'])
    history = stepHistory(stepHistory(history, { type: 'undo' }), { type: 'undo' })
    expect(history.draft.name).toBe('Main')
    expect(stepHistory(history, { type: 'redo' }).draft.name).toBe('Aut')
  })

  it('keeps fifty steps and forgets the oldest', () => {
    let history = startHistory(draft())
    for (let n = 0; n < 70; n++) history = stepHistory(history, rename(`n${n}`, n * 2_000))
    expect(history.past).toHaveLength(50)
    expect(history.past[0]?.name).toBe('n19')
  })

  it('takes no step when nothing changed, whatever the order of keys', () => {
    const history = startHistory(draft())
    const turned = { settings: history.draft.settings, template: 't', name: 'Main' }
    expect(stepHistory(history, { type: 'edit', control: 'x', atMs: 0, change: () => turned })).toBe(history)
    expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true)
  })
})

it('my changes go over a newer save and leave the rest of it alone', () => {
  const base = draft()
  const mine = draft({ settings: settings({ title: 'Mine' }) })
  const newer = draft({ name: 'Theirs', settings: settings({ title: 'Old', theme: 'night' }) })
  const merged = layOver(base, mine, newer)
  expect([merged.name, merged.settings.title, merged.settings.theme]).toEqual(['Theirs', 'Mine', 'night'])
})

it('a row moves to its place, and a place outside changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})

describe('fields', () => {
  it('a new field writes the first free variable of its kind and has a key of its own', () => {
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
  it('a half-made field gets a stand-in instead of hiding the page', () => {
    const half = { ...newField('list', [], [], words), label: ' ', values: ['', ' '], variableName: '' }
    const shown = showable(settings({ fields: [half] }), '…')
    expect(shown?.fields[0]).toMatchObject({ label: '…', values: ['…'] })
  })

  it('inactive fields are left out, and a form without any cannot be shown', () => {
    const off = { ...newField('string', [], [], words), active: false }
    expect(showable(settings({ fields: [off] }), '…')).toBeNull()
  })
})
