/** The emulated outside world alone. It keeps its keys in the database, so it migrates like every other process. */
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { begin } from './begin.ts'
import { openInstallation } from './database.ts'
import { type Life, say } from './life.ts'
import { startEmulators } from './start-emulators.ts'
import { expectFreePort } from './port.ts'

async function run(env: Env, life: Life, log: Log): Promise<void> {
  const port = env.emulatorsPort
  if (!env.databaseUrl)
    throw new BadSetting(
      'DATABASE_URL is needed: the keys of the emulated world lie in the database of the processes that use it',
    )
  for (const one of [port, port + 1, port + 2]) await expectFreePort('EMULATORS_PORT', one, '127.0.0.1')
  const login = await openInstallation(env, life, log)
  const { door } = await startEmulators(env, login, env.publicUrl ?? `http://localhost:${env.port}`, port, log)
  life.onEnd(() => door.close())
  say(`The outside world is emulated at ${door.url} (Apple's push service at port ${port + 1}, SMTP at ${port + 2}).`)
  say(`Start web and worker processes with EMULATORS_URL=${door.url}. Ctrl-C stops it.`)
}

await begin(run)
