/** What `npm run check` reads: when the last backup was written from here, and where it is. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../../server/base/env.ts'
import { writeWhole } from '../../server/base/whole-file.ts'

const LastBackup = z.object({ at: z.iso.datetime(), file: z.string() })
export type LastBackup = z.infer<typeof LastBackup>

const fileOf = (env: Env) => join(env.dataDir, 'last-backup.json')

export function rememberBackup(env: Env, last: LastBackup): void {
  writeWhole(fileOf(env), `${JSON.stringify(last)}\n`)
}

export function lastBackup(env: Env): LastBackup | undefined {
  if (!existsSync(fileOf(env))) return undefined
  try {
    return LastBackup.parse(JSON.parse(readFileSync(fileOf(env), 'utf8')))
  } catch {
    return undefined
  }
}
