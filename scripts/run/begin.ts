/** How every process of ours begins: it reads settings, and reports what people can fix in one sentence. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BadSetting, type Env, readEnv } from '../../server/base/env.ts'
import { type Log, openLog } from '../../server/base/log.ts'
import { LaunchRefused } from '../postgres/launch-refused.ts'
import { type Life, openLife, say } from './life.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Parents one by one: Node's own `recursive` never comes back from a path under /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === '/' || dirname(path) === path) throw error
    makeFolder(dirname(path))
    mkdirSync(path)
  }
}

function expectDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new BadSetting(
      `nothing can be kept in ${folder} (${(error as NodeJS.ErrnoException).code}); choose a folder of ` +
        'this user with DATA_DIR',
    )
  }
}

export async function begin(work: (env: Env, life: Life, log: Log) => Promise<void>): Promise<void> {
  const life = openLife()
  try {
    const env = readEnv(process.env, ROOT)
    expectDataFolder(env.dataDir)
    const log = openLog(env.logLevel)
    life.logFaults(log)
    await work(env, life, log)
  } catch (error) {
    // An end in the middle of the start has closed the app under it.
    if (life.isEnding()) return
    const isPlain = error instanceof BadSetting || error instanceof LaunchRefused
    say(
      isPlain
        ? `Cannot start: ${error.message}.`.replace(/([.?!])\.$/, '$1')
        : error instanceof Error
          ? error.stack
          : String(error),
    )
    life.end('', 1)
  }
}
