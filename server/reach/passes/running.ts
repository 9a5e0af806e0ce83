/** The update of cards and the change of certificate that run or have just ended; there is at most one of each. */
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import type { CabinetDb } from '../../base/db.ts'
import { latestChange } from './certificate-change-sql.ts'
import { latestUpdate } from './updates-sql.ts'

const STATES = { queue: 'queued', in_progress: 'running', done: 'done' } as const

export async function runningUpdates(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  return [...shown('cards', await latestUpdate(db), since), ...shown('certificate', await latestChange(db), since)]
}

type Work = NonNullable<Awaited<ReturnType<typeof latestUpdate>> | Awaited<ReturnType<typeof latestChange>>>

function shown(kind: 'cards' | 'certificate', latest: Work | undefined, since: Date): RunningJob[] {
  if (!latest || (latest.state === 'done' && !(latest.ended_at && latest.ended_at > since))) return []
  return [
    {
      kind,
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
