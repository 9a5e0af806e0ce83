import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type History, type HistoryStep, startHistory, stepHistory } from './history.ts'

type Draft = { name: string; isOn: boolean }
const first: Draft = { name: 'Card', isOn: false }
const type = (history: History<Draft>, name: string, atMs: number, control = 'name') =>
  stepHistory(history, { type: 'edit', control, atMs, change: (draft) => ({ ...draft, name }) })

describe('steps back and forward', () => {
  it('typing in one control without a pause is one step', () => {
    const typed = type(type(type(startHistory(first), 'C', 0), 'Ca', 300), 'Caf', 600)
    expect(typed.past).toHaveLength(1)
    expect(stepHistory(typed, { type: 'undo' }).draft.name).toBe('Card')
  })

  it('a pause or another control begins a new step', () => {
    expect(type(type(type(startHistory(first), 'A', 0), 'B', 1_500), 'C', 1_600, 'other').past).toHaveLength(3)
  })

  it('redo brings back what undo took away, and a new change forgets it', () => {
    const undone = stepHistory(type(startHistory(first), 'New', 0), { type: 'undo' })
    expect(stepHistory(undone, { type: 'redo' }).draft.name).toBe('New')
    expect(type(undone, 'Other', 9_000).future).toEqual([])
  })

  it('no more than fifty steps are kept', () => {
    let history = startHistory(first)
    for (let i = 0; i < 80; i++) history = type(history, `n${i}`, i * 5_000)
    expect(history.past).toHaveLength(50)
    for (let i = 0; i < 60; i++) history = stepHistory(history, { type: 'undo' })
    expect(history.draft.name).toBe('n29')
  })

  it('a change without an effect is not a step', () => {
    const history = startHistory(first)
    expect(type(history, 'Card', 0)).toBe(history)
  })

  it('a draft that was loaded as a step can be undone, and another one starts a new history', () => {
    const kept = { ...first, name: 'Kept' }
    const loaded = stepHistory(startHistory(first), { type: 'load', draft: kept, asStep: true })
    expect(stepHistory(loaded, { type: 'undo' }).draft).toEqual(first)
    expect(stepHistory(loaded, { type: 'load', draft: kept })).toEqual(startHistory(kept))
  })

  it('after a save the server’s text is adopted; what was typed since stays, and so do the steps', () => {
    const sent = { name: ' Card ', isOn: false }
    const history = { ...startHistory({ ...sent, isOn: true }), past: [first] }
    const saved = stepHistory(history, { type: 'adopt', sent, saved: { ...sent, name: 'Card' }, lists: {} })
    expect(saved.draft).toEqual({ name: 'Card', isOn: true })
    expect(saved.past).toEqual([first])
  })

  it('all steps back lead to the start, and all forward to the end', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.nat({ max: 3_000 })), { maxLength: 40 }), (edits) => {
        let history = startHistory(first)
        let atMs = 0
        for (const [name, pauseMs] of edits) history = type(history, name, (atMs += pauseMs))
        const end = history.draft
        const repeat = (step: HistoryStep<Draft>) => {
          for (let i = 0; i < 50; i++) history = stepHistory(history, step)
          return history.draft
        }
        expect(repeat({ type: 'undo' })).toEqual(first)
        expect(repeat({ type: 'redo' })).toEqual(end)
      }),
    )
  })
})
