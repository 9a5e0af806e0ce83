/** Migrates one database before the run; every test file works on a copy of it. */
import { pino } from 'pino'
import { prepareDatabase } from '../server/main.ts'
import { createDatabase, testConnection } from './postgres.ts'

export const TEMPLATE = 'kartoteka_template'

export default async function prepareTemplate(): Promise<void> {
  await createDatabase(TEMPLATE)
  await prepareDatabase(testConnection(TEMPLATE), pino({ level: 'warn' }))
}
