/** The database of this installation: the one that DATABASE_URL names, else a PostgreSQL of our own in DATA_DIR. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openKeys } from '../../server/base/crypto.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import { expectLogins } from '../../server/base/expect-logins.ts'
import type { Log } from '../../server/base/log.ts'
import { type Connection, withLogin } from '../../server/base/logins.ts'
import { loginNameFor } from '../../server/base/make-logins.ts'
import { masterKey } from '../../server/base/master-key.ts'
import { prepareDatabase, waitUntilPrepared } from '../../server/main.ts'
import { launchPostgres } from '../postgres/launch.ts'
import type { Life } from './life.ts'

type About = { database: string; isOwner: boolean }

/** The driver's own words name the host, never the password. @throws BadSetting */
async function askAbout(setting: string, connectionString: string): Promise<About> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<About>(
      `select current_database() as database,
        rolsuper or has_database_privilege(current_database(), 'create') as "isOwner"
      from pg_roles where rolname = current_user`,
    )
    return rows[0] as About
  } catch (error) {
    throw new BadSetting(
      `${setting}: the database cannot be reached ` +
        `(${error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)})`,
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/** All processes of an installation have the same master key, so all of them find the same password. */
const passwordOf = (env: Env, database: string) => openKeys(masterKey(env)).mac('database-login', database)

/** The owner is known, and the server logs in as somebody else. */
async function prepareWithLogins(env: Env, owner: Connection, database: string, log: Log): Promise<Connection> {
  const login = withLogin(owner, loginNameFor(database), passwordOf(env, database))
  await prepareDatabase(owner, log, { isAlone: !env.databaseUrl, newLogin: login })
  return login
}

async function openNamed(env: Env, url: string, log: Log): Promise<Connection> {
  const login = { connectionString: url }
  const about = await askAbout('DATABASE_URL', url)
  if (env.databaseOwnerUrl) {
    await askAbout('DATABASE_OWNER_URL', env.databaseOwnerUrl)
    await prepareDatabase({ connectionString: env.databaseOwnerUrl }, log)
  } else if (about.isOwner) return prepareWithLogins(env, login, about.database, log)
  else await waitUntilPrepared(login)
  await expectLogins(login)
  return login
}

/** The embedded database while a server runs it: PostgreSQL writes down where its socket is. */
async function findRunning(folder: string): Promise<Connection | undefined> {
  const [cluster] = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : []
  const file = join(folder, cluster ?? '', 'postmaster.pid')
  if (cluster === undefined || !existsSync(file)) return undefined
  const [, , , port, host] = readFileSync(file, 'utf8').split('\n')
  const connection = { host: host ?? '', port: Number(port), user: 'postgres', database: 'postgres' }
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => connection),
    () => undefined,
  )
}

/** @returns the owner of the tables; the embedded database is started where no server runs it */
async function findOwner(env: Env, life: Life, log: Log): Promise<{ owner: Connection; isOurs: boolean }> {
  if (env.databaseUrl) return { owner: await ownerNamed(env, env.databaseUrl), isOurs: false }
  const running = await findRunning(join(env.dataDir, 'postgres'))
  return running ? { owner: running, isOurs: false } : { owner: await launchHere(env, life, log), isOurs: true }
}

/** For commands that work while a server runs, too. */
export async function openOwner(env: Env, life: Life, log: Log): Promise<Connection> {
  const { owner, isOurs } = await findOwner(env, life, log)
  if (isOurs) await prepareDatabase(owner, log)
  return owner
}

/** For backups: the database of an older version is not migrated. @throws BadSetting when there is none */
export async function openAsItIs(env: Env, life: Life, log: Log): Promise<Connection> {
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'postgres')))
    throw new BadSetting(`there is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL`)
  return (await findOwner(env, life, log)).owner
}

/** For a restore: the database may be one that has just been made. @throws BadSetting when a server runs it */
export async function openAlone(env: Env, life: Life, log: Log): Promise<Connection> {
  const { owner, isOurs } = await findOwner(env, life, log)
  if (!isOurs && !env.databaseUrl) throw new BadSetting('a server runs this database: stop it first')
  return owner
}

/** @throws BadSetting */
async function ownerNamed({ databaseOwnerUrl }: Env, databaseUrl: string): Promise<Connection> {
  const [setting, url] = databaseOwnerUrl ? ['DATABASE_OWNER_URL', databaseOwnerUrl] : ['DATABASE_URL', databaseUrl]
  if (!(await askAbout(setting, url)).isOwner)
    throw new BadSetting(
      databaseOwnerUrl
        ? `${setting}: this user does not own the database`
        : 'DATABASE_OWNER_URL is needed: the user in DATABASE_URL does not own the database',
    )
  return { connectionString: url }
}

async function launchHere(env: Env, life: Life, log: Log) {
  const postgres = await launchPostgres({
    dataDir: join(env.dataDir, 'postgres'),
    log: (line) => log.debug(line),
    onRestart: (line) => log.error(line),
  })
  life.onEnd(() => postgres.stop())
  void postgres.exited.then(() => life.end('The database ended', 1))
  return postgres.connection
}

/**
 * A database that is migrated, and whose logins work.
 * @returns the login of the app's role
 */
export async function openInstallation(env: Env, life: Life, log: Log): Promise<Connection> {
  if (env.databaseUrl) return openNamed(env, env.databaseUrl, log)
  if (env.databaseOwnerUrl) throw new BadSetting('DATABASE_OWNER_URL needs DATABASE_URL beside it')
  if (env.replicas.places.length > 0) throw new BadSetting('DATABASE_REPLICAS needs DATABASE_URL beside it')
  const owner = await launchHere(env, life, log)
  return prepareWithLogins(env, owner, owner.database, log)
}

/** For `npm run migrate`: the tables, roles and queues, and nothing else. @throws BadSetting */
export async function migrateNamed(env: Env, log: Log): Promise<void> {
  const [setting, url] = env.databaseOwnerUrl
    ? ['DATABASE_OWNER_URL', env.databaseOwnerUrl]
    : ['DATABASE_URL', env.databaseUrl]
  if (!url) throw new BadSetting('DATABASE_OWNER_URL is needed: the embedded database is migrated at every start')
  if (!(await askAbout(setting, url)).isOwner)
    throw new BadSetting(`${setting}: this user does not own the database and cannot migrate it`)
  await prepareDatabase({ connectionString: url }, log)
}
