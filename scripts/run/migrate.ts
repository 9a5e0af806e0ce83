/** Migrates the database as its owner, so that the processes of the server need not know the owner's password. */
import { begin } from './begin.ts'
import { migrateNamed } from './database.ts'
import { say } from './life.ts'

await begin(async (env, life, log) => {
  await migrateNamed(env, log)
  say('The database is up to date.')
  life.end('', 0)
})
