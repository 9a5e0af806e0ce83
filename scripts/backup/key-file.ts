/** A copy of the master key beside, never inside, a backup: who has one of the two reads no secret. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BadSetting, type Env } from '../../server/base/env.ts'
import { masterKey } from '../../server/base/master-key.ts'
import { writeWhole } from '../../server/base/whole-file.ts'

const KEY = /^[0-9a-f]{64}$/i

const fileOf = (env: Env) => join(env.dataDir, 'master.key')
const isHere = (env: Env) => env.masterKeyHex !== undefined || existsSync(fileOf(env))

/** The key of the servers; unlike at a start, none is made. @throws BadSetting */
export function ownKey(env: Env): Buffer {
  if (isHere(env)) return masterKey(env)
  throw new BadSetting(`the master key is not here: set MASTER_KEY, or DATA_DIR to the folder that holds it`)
}

/** @throws BadSetting when they would lie together, or something else lies there */
export function writeKeyCopy(env: Env, keyFile: string, backupFile: string): void {
  const text = `${ownKey(env).toString('hex')}\n`
  if (existsSync(keyFile)) {
    if (readFileSync(keyFile, 'utf8') === text) return
    throw new BadSetting(`${keyFile} holds something else than this master key`)
  }
  if (realpathSync(dirname(keyFile)) === realpathSync(dirname(backupFile)))
    throw new BadSetting('the key belongs into another folder than the backup, better onto another machine')
  writeWhole(keyFile, text, 'new')
}

/**
 * Makes the key of the backup the one of this place, unless it has one.
 * @throws BadSetting
 */
export function takeKey(env: Env, keyFile: string | undefined): Buffer {
  if (keyFile === undefined) {
    if (isHere(env)) return masterKey(env)
    throw new BadSetting(`the master key of the backup is needed: --key FILE, MASTER_KEY, or ${fileOf(env)}`)
  }
  const text = readFileSync(keyFile, 'utf8').trim()
  if (!KEY.test(text)) throw new BadSetting(`${keyFile} holds no master key (64 hex digits)`)
  if (isHere(env) && masterKey(env).toString('hex') !== text.toLowerCase())
    throw new BadSetting('this place has another master key already: restore into an empty one')
  return Buffer.from(text, 'hex')
}

/** After the data are there: the server that starts next opens them with this key. */
export function keepKey(env: Env, key: Buffer): void {
  if (isHere(env)) return
  writeWhole(fileOf(env), `${key.toString('hex')}\n`, 'new')
}
