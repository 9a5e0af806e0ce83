/** The queue in numbers, for metrics. */
import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA, PARKED } from './install-jobs.ts'
import type { QueueFigures } from './watch/metrics.ts'

/**
 * Reads the rows that are not done, by two partial indexes, however many finished ones there are. A kind without any
 * is there with zeros; the queues of pg-boss itself are not.
 */
const COUNT = `
  with open as (
    select coalesce(source_name, name) as job, name = $1 as is_parked, state::text as state, start_after
    from ${JOBS_SCHEMA}.job where state < 'active' and not blocked
    union all
    select name, false, 'active', start_after from ${JOBS_SCHEMA}.job where state = 'active'
  ), due as (
    select *, not is_parked and state <> 'active' and start_after <= now() as is_due from open
  )
  select coalesce(kind.name, due.job) as job,
    count(*) filter (where is_due and state = 'created')::int as waiting,
    count(*) filter (where not is_parked and state = 'created' and not is_due)::int as delayed,
    count(*) filter (where not is_parked and state = 'retry')::int as retrying,
    count(*) filter (where state = 'active')::int as active,
    count(*) filter (where is_parked)::int as parked,
    coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8 as "oldestSeconds"
  from (select name from ${JOBS_SCHEMA}.queue where name <> $1) as kind
    full join due on due.job = kind.name
  where coalesce(kind.name, due.job) not like '\\_\\_pgboss%'
  group by 1 order by 1`

export async function countJobs(boss: PgBoss): Promise<QueueFigures[]> {
  const { rows } = (await boss.getDb().executeSql(COUNT, [PARKED])) as { rows: QueueFigures[] }
  return rows
}
