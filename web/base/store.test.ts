import { expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

it('notifies its listeners of another value, and no longer once they have unsubscribed', () => {
  const store = createStore('a')
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stop = store.subscribe(first)
  store.subscribe(second)
  store.set('b')
  store.set('b')
  expect([store.get(), first.mock.calls.length, second.mock.calls.length]).toEqual(['b', 1, 1])
  stop()
  store.set('c')
  expect([store.get(), first.mock.calls.length, second.mock.calls.length]).toEqual(['c', 1, 2])
})
