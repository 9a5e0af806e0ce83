/**
 * A pooler in transaction mode between the server and PostgreSQL (PgBouncer), for more processes than PostgreSQL has
 * connections. Only queries go through it: news (LISTEN) and migrations need a session of their own, and go past it.
 */
import pg from 'pg'
import { BadSetting } from './bad-setting.ts'
import type { Way } from './db.ts'
import { type Connection, enteredAt, LOGIN_ROLES, loginAs, type LoginRole } from './logins.ts'
import { SESSION } from './pool.ts'

/** What a pooled session lacks, as the statement that gives it; none as long as its role has all. */
async function lackingOf(login: Connection): Promise<string[]> {
  const client = new pg.Client(login)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ user: string; name: string; setting: string }>(
      `select session_user as user, name, setting from pg_settings where name = any ($1)`,
      [Object.keys(SESSION)],
    )
    return rows
      .filter(({ name, setting }) => setting !== SESSION[name])
      .map(({ user, name }) => `alter role ${pg.escapeIdentifier(user)} set ${name} = '${SESSION[name]}';`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * A pooler gives away sessions that others opened, so none can bring its own limits: the roles must have them.
 * @param place host and port of the pooler; undefined: there is none
 * @throws BadSetting with the statements that are missing
 */
export async function wayThrough(login: Connection, place: string | undefined): Promise<Way> {
  if (place === undefined) return { login, isPooled: false }
  const through = enteredAt(login, place)
  const lacking: string[] = []
  for (const role of Object.keys(LOGIN_ROLES) as LoginRole[]) {
    const found = await lackingOf(loginAs(through, role)).catch((error: unknown) => {
      throw new BadSetting(`DATABASE_POOLER: the login for ${LOGIN_ROLES[role]} does not work (${String(error)})`)
    })
    lacking.push(...found)
  }
  if (lacking.length > 0)
    throw new BadSetting(
      `DATABASE_POOLER: sessions come without their limits; run this as the owner of the roles, then let the pooler ` +
        `open its connections anew:\n${lacking.join('\n')}`,
    )
  return { login: through, isPooled: true }
}
