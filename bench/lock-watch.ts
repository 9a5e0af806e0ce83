/** Who waits for a lock in a database, for how long, and what the one that has it is doing: read while others work. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Installation } from './installation.ts'

export type Wait = { ms: number; waiting: string; blocker: string }
export type LockWatch = {
  longest(): Wait
  /** The longest ones first. */
  all(): Wait[]
  end(): Promise<void>
}
type Row = Wait & { key: string }

const NOBODY: Wait = { ms: 0, waiting: 'nobody', blocker: 'nobody' }

/** @param who the process whose waits count, by its `application_name`; left out: all */
export async function watchLocks({ server }: Installation, { who, lookMs }: { who?: string; lookMs: number }) {
  const client = new pg.Client(server.connection)
  await client.connect()
  const waits = new Map<string, Wait>()
  let isOver = false
  const text = (of: string) =>
    `concat_ws(' ', ${of}.application_name, ${of}.state, left(regexp_replace(${of}.query, '\\s+', ' ', 'g'), 70))`
  // Who waits for the end of a transaction has claimed the row for which it waits.
  const row = `(select ' for a row of ' || t.relation::regclass from pg_locks t
    where t.pid = l.pid and t.locktype = 'tuple' limit 1)`
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await client.query<Row>(
        `select l.pid || ' ' || l.waitstart as key,
           (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms,
           ${text('a')} || coalesce(${row}, '') as waiting,
           (select ${text('b')} from pg_stat_activity b where b.pid = any(pg_blocking_pids(l.pid)) limit 1) as blocker
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.waitstart is not null and a.datname = current_database()
           and ($1::text is null or a.application_name = $1)`,
        [who ?? null],
      )
      for (const { key, ...wait } of rows) {
        const known = waits.get(key)
        waits.set(key, { ...wait, blocker: wait.blocker ?? known?.blocker ?? '' })
      }
      await sleep(lookMs)
    }
  })()
  const all = () => [...waits.values()].toSorted((a, b) => b.ms - a.ms)
  return {
    longest: () => all()[0] ?? NOBODY,
    all,
    async end() {
      isOver = true
      await looking
      await client.end()
    },
  } satisfies LockWatch
}
