/** Fills an empty database with a backup: everything, or nothing when anything is wrong with it. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { BadSetting } from '../../server/base/env.ts'
import { JOBS_SCHEMA } from '../../server/base/install-jobs.ts'
import type { Log } from '../../server/base/log.ts'
import type { Connection } from '../../server/base/logins.ts'
import { knownMigrations, prepareAsOf, prepareDatabase } from '../../server/main.ts'
import { BackupReader, BadBackup, copyStatement, type Head, type Section, type Tail } from './format.ts'
import { passWalls, readJobsVersion, readTables } from './tables.ts'

export type Loaded = { at: string; rows: number }

/** @throws BadSetting where something lives in the database, or a server works on it */
async function expectEmpty(client: pg.Client, { migrations }: Head): Promise<void> {
  // An owner who is no superuser sees of others only who they are; PostgreSQL's own workers have no user.
  const { rows: others } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and usesysid is not null`,
  )
  if (others.length > 0)
    throw new BadSetting(`the database is in use (${others.length} connections): stop the servers first`)
  const { rows } = await client.query<{ isMigrated: boolean }>(
    `select to_regclass('public.migrations') is not null as "isMigrated"`,
  )
  if (!rows[0]?.isMigrated) return
  const { rows: ran } = await client.query<{ name: string }>('select name from migrations')
  const newer = ran.find(({ name }) => !migrations.includes(name))
  const { rows: taken } = await client.query(
    'select 1 from users union all select 1 from cabinets union all select 1 from audit_log limit 1',
  )
  if (taken.length > 0) throw new BadSetting('the database holds data already: restore into an empty one')
  if (newer) throw new BadSetting(`the database is newer than the backup (${newer.name}): restore into an empty one`)
}

const OF_OURS = `t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`
const FOREIGN_KEYS = `c.contype = 'f' and c.conparentid = 0 and ${OF_OURS}`

async function statements(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(query)
  return rows.map(({ statement }) => statement)
}

/** Rows come table by table, and some tables refer to each other; COPY also refuses tables behind a wall. */
async function takeDown(client: pg.Client): Promise<{ putBack(): Promise<void> }> {
  const down = await statements(
    client,
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as statement
      from pg_constraint c join pg_class t on t.oid = c.conrelid where ${FOREIGN_KEYS}
    union all
    select format('alter table %s no force row level security, disable trigger user', t.oid::regclass)
      from pg_class t where ${OF_OURS} order by 1 desc`,
  )
  const up = await statements(
    client,
    `select format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        as statement
      from pg_constraint c join pg_class t on t.oid = c.conrelid where ${FOREIGN_KEYS}
    union all
    select format('alter table %s enable trigger user%s', t.oid::regclass,
        case when t.relforcerowsecurity then ', force row level security' else '' end)
      from pg_class t where ${OF_OURS} order by 1`,
  )
  for (const statement of down) await client.query(statement)
  return {
    async putBack() {
      for (const statement of up) await client.query(statement)
    },
  }
}

/** Migrations that were added later may have run in another order, and so are the columns. */
const sorted = (columns = '') => columns.split(', ').sort().join(', ')

async function loadTable(client: pg.Client, section: Section, known: ReadonlyMap<string, string>): Promise<number> {
  if (sorted(known.get(section.table)) !== sorted(section.columns))
    throw new BadBackup(`its table ${section.table} is not the one of this database`)
  const into = client.query(from(copyStatement(section.table, section.columns)))
  await pipeline(Readable.from(section.rows, { objectMode: true }), into)
  return into.rowCount ?? 0
}

async function load(client: pg.Client, reader: BackupReader): Promise<Tail> {
  const tables = await readTables(client)
  const known = new Map(tables.map(({ name, columns }) => [name, columns]))
  const { putBack } = await takeDown(client)
  // Migrations put some rows of their own in; CASCADE would empty what is not in the backup.
  await client.query(`delete from ${JOBS_SCHEMA}.job`)
  await client.query(`delete from ${JOBS_SCHEMA}.schedule`)
  await client.query(`delete from ${JOBS_SCHEMA}.queue`)
  const ours = tables.filter(({ name }) => !name.startsWith(`${JOBS_SCHEMA}.`))
  await client.query(`truncate ${ours.map(({ name }) => name).join(', ')}`)
  const counts: Record<string, number> = {}
  for (;;) {
    const part = await reader.next()
    if ('table' in part) {
      counts[part.table] = await loadTable(client, part, known)
      continue
    }
    for (const name of new Set([...known.keys(), ...Object.keys(part.rows)]))
      if (counts[name] !== part.rows[name] || counts[name] === undefined)
        throw new BadBackup(`of ${name} it holds ${counts[name] ?? 0} rows instead of ${part.rows[name] ?? 0}`)
    for (const [name, { value, isCalled }] of Object.entries(part.sequences))
      await client.query('select setval($1, $2, $3)', [name, value, isCalled])
    // The workers that had them ended with the old place.
    await client.query(`update ${JOBS_SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`)
    await putBack()
    return part
  }
}

async function expectSameJobs(client: pg.Client, { jobsVersion, program }: Head): Promise<void> {
  const here = await readJobsVersion(client)
  if (here === jobsVersion) return
  throw new BadSetting(
    `the queue of the backup has version ${jobsVersion}, the one here ${here}: restore with version ${program} of ` +
      'the program, and start the new one afterwards',
  )
}

/**
 * @param owner of the database
 * @param keyMark of the master key of this place
 * @throws BadBackup, BadSetting: nothing but empty tables was left
 */
export async function loadBackup(owner: Connection, file: string, keyMark: string, log: Log): Promise<Loaded> {
  const compressed = createReadStream(file)
  const text = createGunzip()
  compressed.on('error', (error) => text.destroy(error)).pipe(text)
  const client = new pg.Client(owner)
  client.on('error', () => {})
  try {
    const reader = new BackupReader(text)
    const head = await reader.head()
    if (head.keyMark !== keyMark)
      throw new BadSetting('the master key here is not the one of this backup, whose secrets it could not open')
    const unknown = head.migrations.find((name) => !knownMigrations().includes(name))
    if (unknown)
      throw new BadSetting(`the backup was made by a newer version of the program, ${head.program} (${unknown})`)
    await client.connect()
    await passWalls(client)
    await expectEmpty(client, head)
    await prepareAsOf(owner, log, head.migrations)
    await expectSameJobs(client, head)
    await client.query('begin')
    const { rows } = await load(client, reader)
    await client.query('commit')
    await prepareDatabase(owner, log)
    return { at: head.at, rows: Object.values(rows).reduce((sum, one) => sum + one, 0) }
  } finally {
    compressed.destroy()
    text.destroy()
    await client.end().catch(() => undefined)
  }
}
