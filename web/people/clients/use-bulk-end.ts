import { useEffect, useRef } from 'react'
import { clients } from '../../../contract/people/clients.ts'
import { isRunning, useJobs } from '../../base/jobs.ts'
import { refresh } from '../../base/query.ts'

/** Reads the list again when a bulk edit has ended, in its drawer or behind a closed one. */
export function useBulkEnd(c: number): void {
  const job = useJobs(c)?.find((one) => one.kind === 'bulk')
  const isGoing = job !== undefined && isRunning(job)
  const was = useRef(isGoing)
  useEffect(() => {
    if (was.current && !isGoing) void refresh(clients.listClients)
    was.current = isGoing
  }, [isGoing])
}
