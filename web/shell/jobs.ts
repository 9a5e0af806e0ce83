/**
 * Which of the account's running work this tab shows: what runs, and what has ended since the tab was opened or a
 * page was reloaded in it, until somebody takes it off the list.
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
    // Storage is switched off: what has ended comes back with a reload.
  }
}

/** Jobs to show of what the server lists. What was over when the tab first looked is no news. */
export function shownJobs(cabinetId: number, jobs: readonly RunningJob[]): RunningJob[] {
  const { cabinets, hidden } = kept()
  const isFirst = !cabinets.includes(cabinetId)
  const now = new Set(hidden)
  for (const job of jobs) {
    // The same work begun anew is to be seen again.
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
