import { beforeEach, expect, test, vi } from 'vitest'
import type { RunningJob } from '../../contract/platform/cabinets.ts'
import { hideJob, shownJobs } from './jobs.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const job = (id: string, state: RunningJob['state']): RunningJob => ({
  kind: 'push',
  id,
  subjectId: 'a',
  name: 'Friday',
  state,
  done: 0,
  total: 10,
  failed: 0,
  startedAt: '2026-11-02T10:00:00.000Z',
  endedAt: null,
})

test('a job is shown while it runs and after its end, until it is dismissed', () => {
  expect(shownJobs(7, [job('a', 'queued')])).toHaveLength(1)
  const done = job('a', 'done')
  expect(shownJobs(7, [done])).toEqual([done])
  hideJob(7, done)
  expect(shownJobs(7, [done])).toEqual([])
})

test('jobs that ended before the first look are not shown, later ones are', () => {
  expect(shownJobs(7, [job('old', 'done')])).toEqual([])
  expect(shownJobs(7, [job('old', 'done'), job('quick', 'done')])).toEqual([job('quick', 'done')])
})

test('each account has its own first look, and a job that is started again is shown again', () => {
  expect(shownJobs(7, [])).toEqual([])
  expect(shownJobs(8, [job('a', 'failed')])).toEqual([])
  expect(shownJobs(8, [job('a', 'running')])).toHaveLength(1)
  expect(shownJobs(8, [job('a', 'failed')])).toHaveLength(1)
})

test('a stored list of another shape is ignored', () => {
  sessionStorage.setItem('kartoteka.jobs', '[')
  expect(shownJobs(7, [job('a', 'running')])).toHaveLength(1)
})
