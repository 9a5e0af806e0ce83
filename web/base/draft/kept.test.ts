import { expect, it } from 'vitest'
import { type Kept, nameOfKept, readKept, writeKept } from './kept.ts'

type Draft = { name: string; rows: readonly string[] }
const model: Draft = { name: '', rows: [] }
const kept: Kept<Draft> = { atMs: 5, version: 3, base: model, draft: { name: 'Typed', rows: ['a'] } }

function storage(failing = false): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, text) => {
      if (failing) throw new DOMException('full', 'QuotaExceededError')
      items.set(name, text)
    },
  }
}

it('is found only under its account and its id, until it is deleted', () => {
  const tab = storage()
  const name = nameOfKept(1, 'push', 'x')
  writeKept(name, kept, tab)
  expect(readKept(name, model, tab)).toEqual(kept)
  for (const other of [nameOfKept(2, 'push', 'x'), nameOfKept(1, 'push', 'y'), nameOfKept(1, 'form', 'x')])
    expect(readKept(other, model, tab)).toBeNull()
  writeKept(name, null, tab)
  expect(readKept(name, model, tab)).toBeNull()
})

it.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a draft of another shape', JSON.stringify({ ...kept, draft: { name: 'x' } })],
  ['no draft', JSON.stringify({ atMs: 1, version: 1 })],
  ['no version', JSON.stringify({ ...kept, version: 'x' })],
])('%s is no kept draft', (_, text) => {
  const tab = storage()
  tab.setItem('x', text)
  expect(readKept('x', model, tab)).toBeNull()
})

it('a full storage costs only the copy', () => {
  const tab = storage(true)
  writeKept('x', kept, tab)
  expect(readKept('x', model, tab)).toBeNull()
})
