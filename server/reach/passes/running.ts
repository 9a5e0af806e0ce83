/** The update of cards that runs or has just ended; there is at most one a day. */
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import type { CabinetDb } from '../../base/db.ts'
import { latestUpdate } from './updates-sql.ts'

const STATES = { queue: 'queued', in_progress: 'running', done: 'done' } as const

export async function runningUpdates(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  const latest = await latestUpdate(db)
  if (!latest || (latest.state === 'done' && !(latest.ended_at && latest.ended_at > since))) return []
  return [
    {
      kind: 'cards',
      id: latest.id,
      subjectId: null,
      name: '',
      state: STATES[latest.state],
      done: latest.done,
      total: latest.total,
      failed: 0,
      startedAt: latest.created_at.toISOString(),
      endedAt: latest.ended_at?.toISOString() ?? null,
    },
  ]
}
