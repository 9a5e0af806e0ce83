/** Writes everything the database holds at one moment, while servers go on working. */
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { BadSetting } from '../../server/base/env.ts'
import type { Connection } from '../../server/base/logins.ts'
import { MIGRATION_LOCK } from '../../server/base/migrate.ts'
import { isNoRoom } from '../../server/base/whole-file.ts'
import { comment, copyStatement, END_OF_ROWS, FORMAT, type Head, type Tail } from './format.ts'
import { expectAllRows, passWalls, readJobsVersion, readTables } from './tables.ts'

export type Written = { at: string; rows: number; bytes: number }

async function readHead(client: pg.Client, known: Pick<Head, 'program' | 'keyMark'>): Promise<Head> {
  const { rows } = await client.query<{ at: Date; migrations: string[] }>(
    'select now() as at, array_agg(name order by name) as migrations from migrations',
  )
  const [{ at, migrations } = { at: new Date(), migrations: [] }] = rows
  const jobsVersion = await readJobsVersion(client)
  return { kartotekaBackup: FORMAT, at: at.toISOString(), ...known, migrations, jobsVersion }
}

async function readSequences(client: pg.Client): Promise<Tail['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const sequences: Tail['sequences'] = {}
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    if (rows[0]) sequences[name] = rows[0]
  }
  return sequences
}

async function* textOf(client: pg.Client, head: Head, counts: Record<string, number>): AsyncGenerator<string | Buffer> {
  yield comment(head)
  for (const { name, columns, source } of await readTables(client)) {
    yield `${copyStatement(name, columns)};\n`
    const rows = client.query(to(`copy (${source}) to stdout`))
    for await (const chunk of rows) yield chunk as Buffer
    counts[name] = rows.rowCount ?? 0
    yield END_OF_ROWS
  }
  // Numbers that a sequence gives out later than the moment of the rows do no harm: they are only skipped.
  yield comment({ rows: counts, sequences: await readSequences(client) })
}

/** It is there whole, or not at all, also after a power cut. */
async function keep(draft: string, file: string): Promise<number> {
  const written = await open(draft, 'r')
  await written.sync()
  const { size } = await written.stat()
  await written.close()
  await rename(draft, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync()
  await folder.close()
  return size
}

/** @param owner of the tables. @param file must not exist yet */
export async function writeBackup(
  owner: Connection,
  file: string,
  known: Pick<Head, 'program' | 'keyMark'>,
): Promise<Written> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  const draft = `${file}.part`
  try {
    await passWalls(client)
    // A migration in the middle would take tables away; it waits.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    await client.query('begin isolation level repeatable read read only')
    await expectAllRows(client)
    const head = await readHead(client, known)
    const counts: Record<string, number> = {}
    await pipeline(
      Readable.from(textOf(client, head, counts), { objectMode: true }),
      createGzip({ level: 6 }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    )
    const bytes = await keep(draft, file)
    return { at: head.at, rows: Object.values(counts).reduce((sum, one) => sum + one, 0), bytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BadSetting(`${draft} is there already: another backup is being written, or one was killed; delete it`)
    await rm(draft, { force: true })
    throw isNoRoom(error) ? new BadSetting(`there is no room for ${file}; nothing was left there`) : error
  } finally {
    await client.end()
  }
}
