/** The replicas that are named: each can be asked, follows this database, and keeps up with it. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, enteredAt } from '../../server/base/logins.ts'
import { type Check, type Finding, good, missing, type Place, reasonOf } from './finding.ts'

const PATIENCE_MS = 10_000
const LOOK_MS = 100

type Found = { isReplica: boolean; has: boolean | null }

/** @param login of the database itself, with which replicas are entered too */
export async function judgeReplica(
  login: Connection,
  place: string,
  { database, env, now }: Pick<Place, 'database' | 'env' | 'now'>,
): Promise<Finding> {
  const client = new pg.Client({ ...enteredAt(login, place), connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await database.query<{ position: string }>('select pg_current_wal_lsn()::text as position')
    const until = now() + env.replicas.lagMs
    for (;;) {
      const { rows: found } = await client.query<Found>(
        `select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn as has`,
        [rows[0]?.position],
      )
      if (!found[0]?.isReplica) return missing('Replicas', `${place} follows no database: it is one of its own`)
      if (found[0].has) return good('Replicas', `${place} has what the database has`)
      if (now() > until)
        return missing('Replicas', `${place} is more than ${env.replicas.lagMs / 1000} s behind, and is not asked`)
      await sleep(LOOK_MS)
    }
  } catch (error) {
    return missing('Replicas', `${place} cannot be asked (${reasonOf(error)})`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const checkReplicas: Check = async (place) => {
  const { databaseUrl, replicas } = place.env
  if (databaseUrl === undefined || replicas.places.length === 0)
    return [good('Replicas', 'none is named: the database answers everything itself')]
  return Promise.all(replicas.places.map((at) => judgeReplica({ connectionString: databaseUrl }, at, place)))
}
