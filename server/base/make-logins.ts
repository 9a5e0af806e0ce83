/** Makes the logins of a server where the owner of the database may make roles. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BadSetting } from './env.ts'
import { type Connection, LOGIN_ROLES, loginAs, type LoginRole } from './logins.ts'

const ITERATIONS = 4096
const LONGEST_NAME = 40

/** The app's login to a database, by which the others are called too: two databases of one server have their own. */
export function loginNameFor(database: string): string {
  const name =
    Buffer.byteLength(database) <= LONGEST_NAME
      ? database
      : createHash('sha256').update(database).digest('hex').slice(0, LONGEST_NAME)
  return `kartoteka_${name}_app`
}

/** What PostgreSQL keeps of a password (RFC 5803): sent instead of it, so that no log of statements contains it. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(mac('Client Key')).digest()
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${base64(salt)}$${base64(stored)}:${base64(mac('Server Key'))}`
}

/** Wrong password; no such role, or no way in for it by pg_hba.conf. */
const REFUSED = new Set(['28P01', '28000'])

async function refusalOf(login: Connection): Promise<string | undefined> {
  const client = new pg.Client(login)
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    if (REFUSED.has((error as pg.DatabaseError).code ?? '')) return (error as Error).message
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeLogin(owner: pg.Client, login: Connection, role: string): Promise<void> {
  // Reads the name and the password out of whichever form the connection has.
  const { user = '', password } = new pg.Client(login)
  const name = pg.escapeIdentifier(user)
  const { rows } = await owner.query<{ belongs: boolean }>(
    `select pg_has_role(oid, $2::name, 'member') as belongs from pg_roles where rolname = $1`,
    [user, role],
  )
  if (rows[0]?.belongs === false)
    throw new BadSetting(`DATABASE_URL: the role ${user} exists already and is not one of ours: rename it`)
  if (!rows[0]) await owner.query(`create role ${name} login in role ${pg.escapeIdentifier(role)}`)
  const secret = password ? ` password ${pg.escapeLiteral(verifierOf(password))}` : ''
  await owner.query(`alter role ${name} login${secret}`)
}

/**
 * Makes the logins that do not work yet. One process at a time: it runs inside `oneAtATime`.
 * @throws BadSetting when the owner may not make roles, or when PostgreSQL does not let them in
 */
export async function makeLogins(owner: Connection, app: Connection): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    for (const [ending, role] of Object.entries(LOGIN_ROLES)) {
      const login = loginAs(app, ending as LoginRole)
      if ((await refusalOf(login)) === undefined) continue
      await makeLogin(client, login, role)
      const refusal = await refusalOf(login)
      if (refusal !== undefined)
        throw new BadSetting(`DATABASE_URL: the login that was made for the server does not work (${refusal})`)
    }
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error
    throw new BadSetting(
      'DATABASE_URL: its user owns the database and may not make roles, so the logins of the server have to be made ' +
        'as docs/operating.md says: DATABASE_URL is then one of them, DATABASE_OWNER_URL the owner',
    )
  } finally {
    await client.end()
  }
}
