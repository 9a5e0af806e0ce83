import { describe, expect, it } from 'vitest'
import {
  type Draft,
  type EditorState,
  editDraft,
  isSameDraft,
  moveRow,
  rebaseDraft,
  startEditor,
} from './editor-state.ts'
import { starterDesign } from './starters.ts'

const draft: Draft = {
  name: 'Card',
  design: starterDesign('coffee', 'bonus', 'Coffee Lab', (key) => key),
  birthdayEnabled: false,
  variables: {},
}
const type = (state: EditorState, name: string, atMs: number, control = 'name') =>
  editDraft(state, { type: 'edit', control, atMs, change: (old) => ({ ...old, name }) })

describe('steps back and forward', () => {
  it('typing in one control without a pause is one step', () => {
    const state = type(type(type(startEditor(draft), 'C', 0), 'Ca', 300), 'Caf', 600)
    expect(state.past).toHaveLength(1)
    expect(editDraft(state, { type: 'undo' }).draft.name).toBe('Card')
  })

  it('a pause or another control begins a new step', () => {
    const state = type(type(type(startEditor(draft), 'A', 0), 'B', 1_500), 'C', 1_600, 'other')
    expect(state.past).toHaveLength(3)
  })

  it('redo brings back what undo took away, and a new change forgets it', () => {
    const undone = editDraft(type(startEditor(draft), 'New', 0), { type: 'undo' })
    expect(editDraft(undone, { type: 'redo' }).draft.name).toBe('New')
    expect(type(undone, 'Other', 9_000).future).toEqual([])
  })

  it('no more than fifty steps are kept', () => {
    let state = startEditor(draft)
    for (let i = 0; i < 80; i++) state = type(state, `n${i}`, i * 5_000)
    expect(state.past).toHaveLength(50)
    for (let i = 0; i < 60; i++) state = editDraft(state, { type: 'undo' })
    expect(state.draft.name).toBe('n29')
  })

  it('a change that changes nothing is no step', () => {
    const state = startEditor(draft)
    expect(type(state, 'Card', 0)).toBe(state)
  })

  it('a kept draft taken up can be undone', () => {
    const kept = { ...draft, name: 'Kept' }
    const state = editDraft(startEditor(draft), { type: 'load', draft: kept, asStep: true })
    expect(editDraft(state, { type: 'undo' }).draft).toEqual(draft)
  })
})

describe('after a save', () => {
  it('what the server mended is taken over, what was typed meanwhile stays, steps stay too', () => {
    const sent = { ...draft, name: ' Card ' }
    const typed = { ...sent, birthdayEnabled: true }
    const state = editDraft(
      { ...startEditor(typed), past: [draft] },
      { type: 'adopt', sent, saved: { ...sent, name: 'Card' } },
    )
    expect(state.draft).toEqual({ ...draft, name: 'Card', birthdayEnabled: true })
    expect(state.past).toEqual([draft])
  })
})

describe('comparing and moving', () => {
  it('the order of keys makes no difference between drafts', () => {
    expect(isSameDraft({ ...draft, variables: { a: '1', b: '2' } }, { ...draft, variables: { b: '2', a: '1' } })).toBe(
      true,
    )
  })

  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 3, 'abc'],
    [5, 0, 'abc'],
    [0, -1, 'abc'],
  ])('row %i moved to %i gives %s', (from, to, wanted) => expect(moveRow([...'abc'], from, to).join('')).toBe(wanted))
})

describe('my change on top of a newer save', () => {
  it('keeps what each of both changed', () => {
    const mine = { ...draft, design: { ...draft.design, colours: { ...draft.design.colours, text: '#111111' } } }
    const newer = {
      ...draft,
      name: 'Theirs',
      design: { ...draft.design, colours: { ...draft.design.colours, background: '#222222' } },
    }
    const merged = rebaseDraft(draft, mine, newer)
    expect(merged.name).toBe('Theirs')
    expect(merged.design.colours).toEqual({ ...draft.design.colours, text: '#111111', background: '#222222' })
  })

  it('mine wins where both changed the same, and a variable that was removed stays removed', () => {
    const base = { ...draft, variables: { colour: 'red', size: 'M' } }
    const mine = { ...base, name: 'Mine', variables: { colour: 'red' } }
    const newer = { ...base, name: 'Theirs' }
    expect(rebaseDraft(base, mine, newer)).toMatchObject({ name: 'Mine', variables: { colour: 'red' } })
    expect(rebaseDraft(base, mine, newer).variables).not.toHaveProperty('size')
  })
})
