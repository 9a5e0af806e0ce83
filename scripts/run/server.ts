/** Builds what changed, starts the database and the outside world if none is named, seeds the demo, serves. */
import { seedDemo } from '../../db/demo.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import type { Connection } from '../../server/base/logins.ts'
import { oneAtATime } from '../../server/base/migrate.ts'
import { type Server, startServer } from '../../server/main.ts'
import { begin } from './begin.ts'
import { buildApart } from './building.ts'
import { openInstallation } from './database.ts'
import { greet } from './greeting.ts'
import type { Life } from './life.ts'
import { carryPhones, expectSharedOutside, findOutside } from './outside.ts'
import { expectFreePort } from './port.ts'

function expectPossibleRole(env: Env): void {
  if (env.role !== 'both' && !env.databaseUrl)
    throw new BadSetting(`ROLE=${env.role} needs DATABASE_URL: the embedded database serves one process`)
  expectSharedOutside(env)
}

async function seedOnce(
  env: Env,
  login: Connection,
  server: Server,
  emulatorsUrl: string | undefined,
  log: Log,
): Promise<boolean> {
  if (!env.isDemo || env.role === 'worker') return false
  const customers = await oneAtATime(login, () => seedDemo(server.app))
  if (customers && emulatorsUrl)
    void carryPhones(emulatorsUrl, customers).catch((error: unknown) =>
      log.info({ error: String(error) }, "the demo's customers have no phones"),
    )
  return customers !== null
}

async function run(settings: Env, life: Life, log: Log): Promise<void> {
  const startedMs = performance.now()
  expectPossibleRole(settings)
  const env =
    settings.role === 'worker'
      ? settings
      : { ...settings, port: await expectFreePort('PORT', settings.port, settings.host) }
  if (env.role !== 'worker') await buildApart(life)
  const login = await openInstallation(env, life, log)
  const publicUrl = env.publicUrl ?? `http://localhost:${env.port}`
  const { outside, mounts, testRootPem, emulatorsUrl } = await findOutside(env, login, publicUrl, life, log)
  const server = await startServer({ env, login, publicUrl, outside, mounts, log, testRootPem })
  life.onEnd(() => server.close())
  const isSeeded = await seedOnce(env, login, server, emulatorsUrl, log)
  greet(env, publicUrl, { isEmulated: emulatorsUrl !== undefined, isSeeded, tookMs: performance.now() - startedMs })
}

await begin(run)
