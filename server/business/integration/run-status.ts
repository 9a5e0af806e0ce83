/** How far the run is that writes clients to the CRM. */
import type { SyncStatus } from '../../../contract/business/crm-sync.ts'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import { moscowDay, nextMoscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as runs from './runs-sql.ts'

function statusReply(row: runs.RunRow | undefined, ofDay: runs.RunRow | undefined, now: Date): SyncStatus {
  if (!row) return { state: 'idle', total: 0, done: 0, failed: 0, startedAt: null, endedAt: null, nextAt: null }
  const isToday = ofDay?.moscow_day === moscowDay(now)
  return {
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    startedAt: (row.started_at ?? row.created_at).toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    // A run that failed as a whole does not use up the day.
    nextAt: isToday && ofDay.state !== 'failed' ? nextMoscowDay(now).toISOString() : null,
  }
}

export async function syncStatus(db: CabinetDb, now: Date): Promise<SyncStatus> {
  return statusReply(await runs.latestRun(db), await runs.latestOfDay(db), now)
}

const STATES = { queue: 'queued', waiting: 'queued', running: 'running', done: 'done', failed: 'failed' } as const

/** The run of the day while it goes on, and for a while after. */
export async function runningWrites(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  const run = await runs.latestRun(db)
  if (!run || (run.ended_at !== null && run.ended_at < since)) return []
  return [
    {
      kind: 'crm',
      id: run.id,
      subjectId: null,
      name: '',
      state: STATES[run.state],
      done: run.done,
      total: run.total,
      failed: run.failed,
      startedAt: run.created_at.toISOString(),
      endedAt: run.ended_at?.toISOString() ?? null,
    },
  ]
}
