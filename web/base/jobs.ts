/**
 * The running work of an account, as one list from the server. Only the tray of the shell repeats the read while
 * something runs; pages use what it got, without timers for the same work.
 */
import { useEffect } from 'react'
import type { Call } from '../../contract/call.ts'
import { cabinets, type RunningJob } from '../../contract/platform/cabinets.ts'
import { refresh, useRead } from './query.ts'

type Kind = RunningJob['kind']

export const isRunning = (job: Pick<RunningJob, 'state'>) => ['preparing', 'queued', 'running'].includes(job.state)

/** Newest first; undefined until the list was read. */
export function useJobs(c: number): readonly RunningJob[] | undefined {
  return useRead(cabinets.listJobs, { params: { c } }).data?.jobs
}

/** @param subjectId the push that is sent, or the file of an export */
export function useJob(c: number, kind: Kind, subjectId: string): RunningJob | undefined {
  return useJobs(c)?.find((job) => job.kind === kind && job.subjectId === subjectId)
}

/**
 * Reads what a page shows again while the page still shows work as going and the list no longer does: it ended before
 * the tray had seen it run.
 * @param calls must stay the same list
 */
export function useMissedEnd(c: number, kind: Kind, isGoing: boolean, calls: readonly Call[]): void {
  const jobs = useJobs(c)
  const isMissed = isGoing && jobs !== undefined && !jobs.some((job) => job.kind === kind && isRunning(job))
  useEffect(() => {
    // With each new list once more: what was read before it may be older than the end.
    if (isMissed) void refresh(...calls)
  }, [isMissed, jobs, calls])
}
