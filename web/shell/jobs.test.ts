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

test('what runs is shown and stays when it is done, until it is taken off', () => {
  expect(shownJobs(7, [job('a', 'queued')])).toHaveLength(1)
  const done = job('a', 'done')
  expect(shownJobs(7, [done])).toEqual([done])
  hideJob(7, done)
  expect(shownJobs(7, [done])).toEqual([])
})

test('what was over when the tab first looked is no news, what ends between two looks is', () => {
  expect(shownJobs(7, [job('old', 'done')])).toEqual([])
  expect(shownJobs(7, [job('old', 'done'), job('quick', 'done')])).toEqual([job('quick', 'done')])
})

test('each account has its own first look, and work begun anew is seen again', () => {
  expect(shownJobs(7, [])).toEqual([])
  expect(shownJobs(8, [job('a', 'failed')])).toEqual([])
  expect(shownJobs(8, [job('a', 'running')])).toHaveLength(1)
  expect(shownJobs(8, [job('a', 'failed')])).toHaveLength(1)
})

test('a kept list of another shape is no hindrance', () => {
  sessionStorage.setItem('kartoteka.jobs', '[')
  expect(shownJobs(7, [job('a', 'running')])).toHaveLength(1)
})
