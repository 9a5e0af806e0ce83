/** The key that encrypts every secret of the installation: from the environment, else made once in the data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadSetting, type Env } from './env.ts'
import { writeWhole } from './whole-file.ts'

/** @returns 32 bytes. @throws BadSetting when the file cannot be made or read */
export function masterKey(env: Env): Buffer {
  if (env.masterKeyHex) return Buffer.from(env.masterKeyHex, 'hex')
  const file = join(env.dataDir, 'master.key')
  let text
  try {
    if (!existsSync(file)) {
      mkdirSync(env.dataDir, { recursive: true })
      // The first one stays: without this key no secret can ever be read again.
      writeWhole(file, `${randomBytes(32).toString('hex')}\n`, 'once')
    }
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BadSetting(
      `DATA_DIR: the master key cannot be kept in ${file} (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new BadSetting(`${file} holds no master key (64 hex digits): put back the one from the backup`)
  return Buffer.from(text, 'hex')
}
