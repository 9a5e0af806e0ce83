/** Fills an empty place with a backup. */
import { existsSync } from 'node:fs'
import { readArguments } from '../backup/backup-arguments.ts'
import { BadBackup, keyMark } from '../backup/format.ts'
import { keepKey, takeKey } from '../backup/key-file.ts'
import { loadBackup } from '../backup/load-backup.ts'
import { openKeys } from '../../server/base/crypto.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { begin } from './begin.ts'
import { openAlone } from './database.ts'
import { type Life, say } from './life.ts'

async function run(env: Env, life: Life, log: Log): Promise<void> {
  const { file, keyFile } = readArguments(process.argv.slice(2))
  if (file === undefined) throw new BadSetting('name the backup: npm run restore -- FILE')
  for (const one of [file, keyFile])
    if (one !== undefined && !existsSync(one)) throw new BadSetting(`there is no file ${one}`)
  const key = takeKey(env, keyFile)
  const owner = await openAlone(env, life, log)
  const { at, rows } = await loadBackup(owner, file, keyMark(openKeys(key)), log).catch((error: unknown) => {
    throw error instanceof BadBackup ? new BadSetting(`${file}: ${error.message}; nothing was restored`) : error
  })
  keepKey(env, key)
  say(`Restored ${rows} rows, as of ${at}. The next start works with them.`)
  life.end('', 0)
}

await begin(run)
