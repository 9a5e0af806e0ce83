/** Migrates one database before the run and makes the test authority in it; every test file works on a copy. */
import { pino } from 'pino'
import { openKeys } from '../server/base/crypto.ts'
import { openDatabase } from '../server/base/db.ts'
import { testAuthority } from '../server/cards/certificates/certificates.ts'
import { prepareDatabase } from '../server/main.ts'
import pg from 'pg'
import { createDatabase, testConnection, testLogin } from './postgres.ts'
import { guardScopes } from './scope-guard.ts'

export const TEMPLATE = 'kartoteka_template'
/** Of every test server: secrets that are sealed in the template open in each copy. */
export const MASTER_KEY = '5e'.repeat(32)

export default async function prepareTemplate(): Promise<void> {
  await createDatabase(TEMPLATE)
  const log = pino({ level: 'warn' })
  await prepareDatabase(testConnection(TEMPLATE), log, { newLogin: testLogin(TEMPLATE) })
  const owner = new pg.Client(testConnection(TEMPLATE))
  await owner.connect()
  await guardScopes(owner)
  await owner.end()
  const database = openDatabase(testLogin(TEMPLATE), 1, log)
  await testAuthority(database, openKeys(Buffer.from(MASTER_KEY, 'hex')))
  await database.close()
}
