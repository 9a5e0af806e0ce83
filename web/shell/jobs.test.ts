import { beforeEach, expect, test, vi } from 'vitest'
import { pushes } from '../../contract/reach/pushes.ts'
import { templates } from '../../contract/cards/templates.ts'
import { queryClient, readKey } from '../base/query.ts'
import { hear, listenForJobs } from './jobs.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  queryClient.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
const jobs = () =>
  JSON.parse(kept.get('kartoteka.jobs') ?? '[]') as {
    kind: string
    id: string
    state: string
    done: number
    total: number
    name: string
  }[]
const status = (id: string, state: 'queue' | 'in_progress' | 'done', done: number) =>
  queryClient.setQueryData(readKey(pushes.sendStatus, { params: { c: 7, pushUuid: id } }), {
    status: state,
    done,
    total: 10,
  })

test('a send is heard of when a page reads it, followed, and stays in the list when it is done', () => {
  const stop = listenForJobs()
  queryClient.setQueryData(readKey(pushes.readPush, { params: { c: 7, pushUuid: 'a' } }), {
    id: 'a',
    name: 'Friday',
    status: 'queue',
  })
  expect(jobs()).toMatchObject([{ kind: 'push', id: 'a', name: 'Friday', state: 'queued' }])
  status('a', 'in_progress', 4)
  expect(jobs()).toMatchObject([{ state: 'running', done: 4, total: 10, name: 'Friday' }])
  status('a', 'done', 10)
  expect(jobs()).toMatchObject([{ state: 'done', done: 10 }])
  stop()
  status('a', 'in_progress', 5)
  expect(jobs()).toMatchObject([{ state: 'done' }])
})

test('what is over and was never seen running is no news', () => {
  const stop = listenForJobs()
  queryClient.setQueryData(readKey(pushes.listPushes, { params: { c: 8 }, query: {} }), {
    data: [
      { id: 'old', name: 'Old', status: 'done' },
      { id: 'draft', name: 'Draft', status: 'draft' },
    ],
  })
  queryClient.setQueryData(readKey(templates.updateStatus, { params: { c: 8 } }), {
    state: 'done',
    done: 5,
    total: 5,
    nextAt: null,
  })
  expect(kept.get('kartoteka.jobs')).toBeUndefined()
  stop()
})

test('an update of cards ends full', () => {
  hear({ kind: 'cards', id: '', cabinetId: 9, state: 'queued', done: 0, total: 12 })
  hear({ kind: 'cards', id: '', cabinetId: 9, state: 'done', done: 0, total: 12 })
  expect(jobs().find((job) => job.kind === 'cards')).toMatchObject({ state: 'done', done: 12, total: 12 })
})
