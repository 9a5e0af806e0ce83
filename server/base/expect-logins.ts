/** Checks logins that were made by hand: a server must not work as somebody who can end its own limits. */
import pg from 'pg'
import { BadSetting } from './env.ts'
import { type Connection, LOGIN_ROLES, loginAs, type LoginRole, OWNER_ROLE } from './logins.ts'

type Found = { name: string; isAboveAll: boolean; belongs: boolean; others: string[] }

async function find(login: Connection, role: string): Promise<Found> {
  const client = new pg.Client(login)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Found>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole as "isAboveAll",
        coalesce((select pg_has_role(r.oid, 'usage') from pg_roles r where r.rolname = $1), false) as belongs,
        array(select r.rolname::text from pg_roles r
          where r.rolname = any ($2) and r.rolname <> $1 and pg_has_role(r.oid, 'member') order by 1) as others
      from pg_roles where rolname = session_user`,
      [role, [...Object.values(LOGIN_ROLES), OWNER_ROLE]],
    )
    return rows[0] as Found
  } catch (error) {
    throw new BadSetting(`DATABASE_URL: the login for ${role} does not work (${(error as Error).message})`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws BadSetting that names the login and what is wrong with it */
export async function expectLogins(app: Connection): Promise<void> {
  for (const [ending, role] of Object.entries(LOGIN_ROLES)) {
    const { name, isAboveAll, belongs, others } = await find(loginAs(app, ending as LoginRole), role)
    if (isAboveAll)
      throw new BadSetting(`DATABASE_URL: ${name} is a superuser, passes row level security or may make roles`)
    if (!belongs) throw new BadSetting(`DATABASE_URL: ${name} does not belong to ${role}: grant ${role} to ${name}`)
    if (others.length > 0)
      throw new BadSetting(`DATABASE_URL: ${name} belongs to ${others.join(', ')} too: revoke what is not ${role}`)
  }
}
