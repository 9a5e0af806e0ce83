/**
 * Long work of the open cabinet that somebody here has begun or looked at: kept in this tab over every page and a
 * reload. It is heard of from the reads and writes that pages make anyway; only what runs is asked about.
 */
import { useSyncExternalStore } from 'react'
import type { ReplyOf } from '../../contract/call.ts'
import { type ExportStatus, clientExports } from '../../contract/people/exports.ts'
import { type Push, pushes } from '../../contract/reach/pushes.ts'
import { templates } from '../../contract/cards/templates.ts'
import { queryClient } from '../base/query.ts'
import type { JobState } from '../parts/job-progress.tsx'

/** `id` of a push or an export; there is one update of cards at a time. */
export type Job = {
  kind: 'push' | 'cards' | 'export'
  id: string
  cabinetId: number
  name: string
  startedMs: number
  state: JobState
  done: number
  total: number
}

const KEPT = 'kartoteka.jobs'
const KEPT_MAX = 10
const listeners = new Set<() => void>()
let jobs: readonly Job[] = kept()

function kept(): readonly Job[] {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(all) ? (all as Job[]) : []
  } catch {
    return []
  }
}

function put(next: readonly Job[]): void {
  jobs = next.slice(0, KEPT_MAX)
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(jobs))
  } catch {
    // Storage is switched off: the list lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export const isRunning = (job: Pick<Job, 'state'>) => job.state === 'queued' || job.state === 'running'

type News = Pick<Job, 'kind' | 'id' | 'cabinetId' | 'state'> & Partial<Pick<Job, 'name' | 'done' | 'total'>>

/** What is heard of a job. One that is over and was never seen running is no news. */
export function hear(news: News): void {
  const known = jobs.find((one) => one.kind === news.kind && one.id === news.id && one.cabinetId === news.cabinetId)
  if (!known && !isRunning(news)) return
  const startedMs = known && isRunning(known) ? known.startedMs : Date.now()
  const base = { name: '', done: 0, total: 0, ...known, startedMs }
  // Over already: a later look at it changes nothing.
  if (known && !isRunning(known) && !isRunning(news)) return
  const job: Job = { ...base, ...news }
  if (news.state === 'done') job.done = job.total
  put([job, ...jobs.filter((one) => one !== known)])
}

export function forgetJob(job: Job): void {
  put(jobs.filter((one) => one !== job))
}

const STATES: Readonly<Record<Push['status'], JobState>> = {
  draft: 'failed',
  queue: 'queued',
  in_progress: 'running',
  done: 'done',
  not_sent: 'failed',
}
const EXPORT_STATES: Readonly<Record<NonNullable<ExportStatus['latest']>['state'], JobState>> = {
  queued: 'queued',
  running: 'running',
  ready: 'done',
  failed: 'failed',
  expired: 'done',
}
type Params = { params?: { c?: number; pushUuid?: string } } | undefined

function hearPush(cabinetId: number, push: Pick<Push, 'id' | 'name' | 'status'>): void {
  hear({ kind: 'push', id: push.id, cabinetId, name: push.name, state: STATES[push.status] })
}

/** A file that somebody else has ordered is no work of this person. */
function hearExport(cabinetId: number, { latest }: ExportStatus): void {
  if (latest?.isMine)
    hear({
      kind: 'export',
      id: latest.id,
      cabinetId,
      state: EXPORT_STATES[latest.state],
      done: latest.done,
      total: latest.total,
    })
}

function hearRead(key: readonly unknown[], data: unknown): void {
  const [path, input] = [key[0], key[1] as Params]
  const c = input?.params?.c
  if (c === undefined || data === undefined) return
  if (path === pushes.readPush.path) hearPush(c, data as Push)
  if (path === pushes.listPushes.path)
    for (const push of (data as ReplyOf<typeof pushes.listPushes>).data) hearPush(c, push)
  if (path === pushes.sendStatus.path) {
    const { status, done, total } = data as ReplyOf<typeof pushes.sendStatus>
    hear({ kind: 'push', id: input?.params?.pushUuid ?? '', cabinetId: c, state: STATES[status], done, total })
  }
  if (path === clientExports.exportStatus.path) hearExport(c, data as ExportStatus)
  if (path === templates.updateStatus.path) {
    const { state, done, total } = data as ReplyOf<typeof templates.updateStatus>
    hear({
      kind: 'cards',
      id: '',
      cabinetId: c,
      state: state === 'queue' ? 'queued' : state === 'in_progress' ? 'running' : 'done',
      done,
      total,
    })
  }
}

/** Listens until the returned function is called. */
export function listenForJobs(): () => void {
  const [reads, writes] = [queryClient.getQueryCache(), queryClient.getMutationCache()]
  for (const query of reads.getAll()) hearRead(query.queryKey, query.state.data)
  const stops = [
    reads.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success')
        hearRead(event.query.queryKey as readonly unknown[], event.query.state.data)
    }),
    writes.subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const { options, state } = event.mutation
      const c = (state.variables as Params)?.params?.c
      if (c === undefined) return
      if (options.mutationKey?.[0] === templates.updateCards.path)
        hear({
          kind: 'cards',
          id: '',
          cabinetId: c,
          state: 'queued',
          done: 0,
          total: (state.data as { cards: number }).cards,
        })
      if (options.mutationKey?.[0] === clientExports.startExport.path) hearExport(c, state.data as ExportStatus)
      if (options.mutationKey?.[0] === pushes.startSend.path) hearPush(c, state.data as Push)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export function useJobs(cabinetId: number): readonly Job[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => jobs,
  )
  return all.filter((job) => job.cabinetId === cabinetId)
}
