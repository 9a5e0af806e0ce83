/** The roles of one test database as they are behind a pooler: each brings the limits of its sessions. */
import pg from 'pg'
import { LOGIN_ROLES } from '../server/base/logins.ts'
import { SESSION } from '../server/base/pool.ts'
import { testConnection } from './postgres.ts'

export async function limitSessions(database: string): Promise<void> {
  const client = new pg.Client(testConnection(database))
  await client.connect()
  for (const role of Object.keys(LOGIN_ROLES))
    for (const [name, value] of Object.entries(SESSION))
      await client.query(`alter role kartoteka_test_${role} in database ${database} set ${name} = '${value}'`)
  await client.end()
}
