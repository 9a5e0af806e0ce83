/** Runs of pushes that are under way or have just ended. */
import { sql } from 'kysely'
import type { RunningJob } from '../../../contract/platform/cabinets.ts'
import type { CabinetDb } from '../../base/db.ts'

type Row = {
  id: string
  push_id: string
  name: string
  status: string
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  done: number
  total: number
  is_preparing: boolean
}

function stateOf({ status, started_at, ended_at, is_preparing }: Row): RunningJob['state'] {
  if (is_preparing) return 'preparing'
  if (ended_at) return status === 'not_sent' ? 'failed' : 'done'
  return started_at ? 'running' : 'queued'
}

/** Without those of triggers, which nobody waits for. */
export async function runningSends(db: CabinetDb, since: Date): Promise<RunningJob[]> {
  const { rows } = await sql<Row>`
    select r.id, r.push_id, p.name, p.status, r.created_at, r.started_at, r.ended_at,
      coalesce(sum(c.done), 0)::int as done, coalesce(sum(cardinality(c.passes)), 0)::int as total,
      exists (select from push_audiences a where a.cabinet_id = r.cabinet_id and a.run_id = r.id) as is_preparing
    from push_runs r
    join pushes p on p.cabinet_id = r.cabinet_id and p.id = r.push_id and p.removed_at is null
    left join push_chunks c on c.cabinet_id = r.cabinet_id and c.run_id = r.id
    where r.cabinet_id = ${db.cabinetId} and r.trigger_id is null and (r.ended_at is null or r.ended_at > ${since})
    group by r.cabinet_id, r.id, p.cabinet_id, p.id`.execute(db.tx)
  return rows.map((row) => ({
    kind: 'push',
    id: row.id,
    subjectId: row.push_id,
    name: row.name,
    state: stateOf(row),
    done: row.done,
    total: row.total,
    failed: 0,
    startedAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}
