import { expect, test } from 'vitest'
import type { QueueFigures } from './metrics.ts'
import { openQueueReader } from './queue-figures.ts'

const figures = (waiting: number): QueueFigures[] => [
  { job: 'note', waiting, delayed: 0, retrying: 0, active: 0, parked: 0, oldestSeconds: 0 },
]

/** A queue whose answers are given by hand. */
function openQueue() {
  const asked: PromiseWithResolvers<QueueFigures[]>[] = []
  return {
    asked,
    jobs: {
      pool: () => ({ total: 0, idle: 0, waiting: 0, max: 0 }),
      figures: () => {
        const answer = Promise.withResolvers<QueueFigures[]>()
        asked.push(answer)
        return answer.promise
      },
    },
  }
}

test('a hundred scrapes at once and after it ask the database once, and again when the figures are old', async () => {
  let nowMs = 0
  const { asked, jobs } = openQueue()
  const read = openQueueReader(() => nowMs)
  const all = Promise.all(Array.from({ length: 100 }, () => read(jobs)))
  asked[0]?.resolve(figures(3))
  expect(new Set((await all).map((one) => one?.[0]?.waiting))).toEqual(new Set([3]))
  nowMs = 9_000
  expect(await read(jobs)).toEqual(figures(3))
  expect(asked).toHaveLength(1)
  nowMs = 11_000
  const later = read(jobs)
  asked[1]?.resolve(figures(4))
  expect(await later).toEqual(figures(4))
  expect(asked).toHaveLength(2)
})

test('a database that is away gives no figures, and is not asked again at once', async () => {
  let nowMs = 0
  const { asked, jobs } = openQueue()
  const read = openQueueReader(() => nowMs)
  const first = read(jobs)
  asked[0]?.reject(new Error('away'))
  expect(await first).toBeUndefined()
  expect(await read(jobs)).toBeUndefined()
  expect(asked).toHaveLength(1)
  nowMs = 11_000
  const back = read(jobs)
  asked[1]?.resolve(figures(1))
  expect(await back).toEqual(figures(1))
})

test('one that stalls holds no scrape up, and gets no second question', async () => {
  const { asked, jobs } = openQueue()
  const read = openQueueReader(undefined, 1)
  expect([await read(jobs), await read(jobs)]).toEqual([undefined, undefined])
  expect(asked).toHaveLength(1)
  asked[0]?.resolve(figures(2))
  await asked[0]?.promise
  expect(await read(jobs)).toEqual(figures(2))
})
