/** Writes a backup, beside running servers or alone. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from '../backup/backup-arguments.ts'
import { keyMark } from '../backup/format.ts'
import { ownKey, writeKeyCopy } from '../backup/key-file.ts'
import { rememberBackup } from '../backup/last-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import pg from 'pg'
import { opensSecrets } from '../check/at-home.ts'
import { type Keys, openKeys } from '../../server/base/crypto.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import type { Connection } from '../../server/base/logins.ts'
import program from '../../package.json' with { type: 'json' }
import { begin } from './begin.ts'
import { openAsItIs } from './database.ts'
import { type Life, say } from './life.ts'

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()
const nameOf = (now: Date) => `kartoteka-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sql.gz`

/** @throws BadSetting */
function placeFor(file: string | undefined): string {
  if (file === undefined) throw new BadSetting('name a file or a folder: npm run backup -- /backups')
  const place = isFolder(file) ? join(file, nameOf(new Date())) : file
  if (existsSync(place)) throw new BadSetting(`${place} is there already`)
  if (!isFolder(dirname(place))) throw new BadSetting(`${dirname(place)} is no folder`)
  return place
}

/** A backup is marked with its key, so it has to be the right one. @throws BadSetting, too where nothing was set up */
async function expectKey(owner: Connection, keys: Keys): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const { rows } = await client.query(`select where to_regclass('public.installation_secrets') is not null`)
    if (rows.length === 0) throw new BadSetting('the database is empty: there is nothing to back up')
    if (!(await opensSecrets(keys, client)))
      throw new BadSetting('the master key here is not the one that this database was sealed with')
  } finally {
    await client.end()
  }
}

async function run(env: Env, life: Life, log: Log): Promise<void> {
  const { file, keyFile } = readArguments(process.argv.slice(2))
  const place = placeFor(file)
  const keys = openKeys(ownKey(env))
  const owner = await openAsItIs(env, life, log)
  await expectKey(owner, keys)
  if (keyFile !== undefined) writeKeyCopy(env, keyFile, place)
  const known = { program: program.version, keyMark: keyMark(keys) }
  const { at, rows, bytes } = await writeBackup(owner, place, known)
  try {
    rememberBackup(env, { at, file: place })
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : String(error) }, 'the time of the backup was not kept')
  }
  say(`${place}: ${rows} rows, ${Math.ceil(bytes / 1024)} KB, as of ${at}.`)
  say(
    keyFile === undefined
      ? 'The master key is not in it: without the key no secret of it can be opened again (--key FILE keeps a copy).'
      : `The master key is in ${keyFile}: keep it elsewhere than the backup.`,
  )
  life.end('', 0)
}

await begin(run)
