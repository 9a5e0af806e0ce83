/**
 * Which of the account's jobs this tab shows: those that run, and those that have ended since it was opened, until
 * they are dismissed.
 */
import type { RunningJob } from '../../contract/platform/cabinets.ts'
import { isRunning } from '../base/jobs.ts'

const nameOf = (cabinetId: number, job: RunningJob) => `${cabinetId}:${job.kind}:${job.id}`

const KEPT = 'kartoteka.jobs'
type Kept = { cabinets: number[]; hidden: string[] }

function kept(): Kept {
  try {
    return { cabinets: [], hidden: [], ...(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Partial<Kept>) }
  } catch {
    return { cabinets: [], hidden: [] }
  }
}

function keep(next: Kept): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(next))
  } catch {
    // Storage is switched off: ended jobs are shown again after a reload.
  }
}

/** Jobs to show of the server's list. Those that had ended before the first look are left out. */
export function shownJobs(cabinetId: number, jobs: readonly RunningJob[]): RunningJob[] {
  const { cabinets, hidden } = kept()
  const isFirst = !cabinets.includes(cabinetId)
  const now = new Set(hidden)
  for (const job of jobs) {
    // The same work is shown again when it is started again.
    if (isRunning(job)) now.delete(nameOf(cabinetId, job))
    else if (isFirst) now.add(nameOf(cabinetId, job))
  }
  keep({ cabinets: isFirst ? [...cabinets, cabinetId] : cabinets, hidden: [...now] })
  return jobs.filter((job) => !now.has(nameOf(cabinetId, job)))
}

export function hideJob(cabinetId: number, job: RunningJob): void {
  const { cabinets, hidden } = kept()
  keep({ cabinets, hidden: [...hidden, nameOf(cabinetId, job)] })
}
