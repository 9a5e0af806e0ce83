import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { keepUp } from './keep-up.ts'
import type { Guarded } from './watchdog.ts'

/** A server that ends by `end`, or when it is asked to stop. */
function server(): Guarded & { end(): void } {
  const { promise, resolve } = Promise.withResolvers<number>()
  return {
    exited: promise,
    end: () => resolve(1),
    stop: () => {
      resolve(0)
      return promise
    },
    release: () => undefined,
  }
}

test('what ends again and again is given up', async () => {
  const lines: string[] = []
  let starts = 0
  const first = server()
  const kept = keepUp(
    first,
    async () => {
      starts++
      const next = server()
      next.end()
      return next
    },
    (line) => lines.push(line),
  )
  first.end()
  await kept.exited
  expect([starts, lines.length]).toEqual([5, 5])
})

test('a stop in the middle of a restart stops the new server too', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  let isStarting = false
  const [first, second] = [server(), server()]
  const kept = keepUp(
    first,
    async () => {
      isStarting = true
      await isOpen
      return second
    },
    () => undefined,
  )
  first.end()
  await until(() => isStarting, 'it is being started again')
  const stopped = kept.stop()
  open()
  await stopped
  expect(await second.exited).toBe(0)
})
