/**
 * The roles of the database, and the logins of a server that belong to them: one for each role, and none can become
 * another one. A statement that an attacker gets past the query builder stays in the role of its pool.
 */
import { BadSetting } from './env.ts'

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

/** What people's calls and the work in one cabinet may do: owns nothing, cannot bypass row level security. */
export const APP_ROLE = 'kartoteka_app'
/** Scheduled work over all cabinets: may read what the policies named `scheduler` allow. */
export const SCHEDULER_ROLE = 'kartoteka_scheduler'
/** The operator's reads: sees which cabinets and people exist, never the content of a cabinet. */
export const OPERATOR_ROLE = 'kartoteka_operator'
/** The queue: reads and finishes jobs, and sees no table of ours. The other roles cannot read what a job contains. */
export const WORKER_ROLE = 'kartoteka_worker'
/** Owns the tables and migrates them; no server logs in as one of its members. */
export const OWNER_ROLE = 'kartoteka_owner'

/** Roles a server logs in to, by the ending of their logins: `shop_app` belongs to `kartoteka_app`. */
export const LOGIN_ROLES = {
  app: APP_ROLE,
  scheduler: SCHEDULER_ROLE,
  operator: OPERATOR_ROLE,
  worker: WORKER_ROLE,
} as const
export type LoginRole = keyof typeof LOGIN_ROLES

function withEnding(user: string, role: LoginRole): string {
  if (!user.endsWith('_app'))
    throw new BadSetting(
      `DATABASE_URL: the server's user must be called something that ends in "_app", not "${user}"; ` +
        'its other users have the same name with the endings "_scheduler", "_operator" and "_worker"',
    )
  return `${user.slice(0, -'app'.length)}${role}`
}

/** @param app the app's login; the others have the same password. @throws BadSetting */
export function loginAs(app: Connection, role: LoginRole): Connection {
  if (!('connectionString' in app)) return { ...app, user: withEnding(app.user, role) }
  const url = new URL(app.connectionString)
  const named = url.searchParams.get('user')
  if (named !== null) url.searchParams.set('user', withEnding(named, role))
  else url.username = encodeURIComponent(withEnding(decodeURIComponent(url.username), role))
  return { connectionString: url.href }
}

/** The same database, entered with another login. */
export function withLogin(connection: Connection, user: string, password: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, user, password }
  const url = new URL(connection.connectionString)
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return { connectionString: url.href }
}

/** The same login, entered at another place. @param place host and port */
export function enteredAt(connection: Connection, place: string): Connection {
  const { hostname, port } = new URL(`postgres://${place}`)
  if (!('connectionString' in connection)) return { ...connection, host: hostname, port: Number(port) }
  const url = new URL(connection.connectionString)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = hostname
  url.port = port
  return { connectionString: url.href }
}
