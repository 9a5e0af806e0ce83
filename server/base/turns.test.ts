import { expect, test, vi } from 'vitest'
import { openTurns } from './turns.ts'

/** A piece of work that ends when it is asked to. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const start = vi.fn(() => promise)
  return { start, end: resolve }
}
const settled = () => new Promise((resume) => setImmediate(resume))

test('of one key only so many run, the others in their order, and other keys do not wait', async () => {
  const turns = openTurns(2, 60_000, () => new Error('busy'))
  const [a, b, c, d, other] = [piece(), piece(), piece(), piece(), piece()]
  const all = [a, b, c, d].map((one) => turns(1, one.start))
  const beside = turns(2, other.start)
  await settled()
  expect([a, b, c, d, other].map((one) => one.start.mock.calls.length)).toEqual([1, 1, 0, 0, 1])
  b.end()
  await settled()
  expect([c, d].map((one) => one.start.mock.calls.length)).toEqual([1, 0])
  for (const one of [a, c, d, other]) one.end()
  await Promise.all([...all, beside])
  expect(d.start).toHaveBeenCalledOnce()
})

test('who waits too long gives up, and the turn goes to the next', async () => {
  const turns = openTurns(1, 20, () => new Error('busy'))
  const [holder, late, next] = [piece(), piece(), piece()]
  const held = turns(1, holder.start)
  await expect(turns(1, late.start)).rejects.toThrow('busy')
  holder.end()
  await held
  next.end()
  await turns(1, next.start)
  expect([late.start.mock.calls.length, next.start.mock.calls.length]).toEqual([0, 1])
})

test('work that fails gives its turn back', async () => {
  const turns = openTurns(1, 20, () => new Error('busy'))
  await expect(turns(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(turns(1, () => Promise.resolve('yes'))).resolves.toBe('yes')
})
