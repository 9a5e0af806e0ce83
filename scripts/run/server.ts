/** Builds what changed, starts the database and the outside world if none is named, seeds the demo, serves. */
import { seedDemo } from '../../db/demo.ts'
import type { Connection } from '../../server/base/db.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { oneAtATime } from '../../server/base/migrate.ts'
import { prepareDatabase, type Server, startServer } from '../../server/main.ts'
import { begin } from './begin.ts'
import { buildApart } from './building.ts'
import { openOwner } from './database.ts'
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
  owner: Connection,
  server: Server,
  emulatorsUrl: string | undefined,
  log: Log,
): Promise<boolean> {
  if (!env.isDemo || env.role === 'worker') return false
  const customers = await oneAtATime(owner, () => seedDemo(server.app))
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
  const owner = await openOwner(env, life, log)
  await prepareDatabase(owner, log, { isAlone: !env.databaseUrl })
  const publicUrl = env.publicUrl ?? `http://localhost:${env.port}`
  const { outside, mounts, testRootPem, emulatorsUrl } = await findOutside(env, owner, publicUrl, life, log)
  const server = await startServer({ env, connection: owner, publicUrl, outside, mounts, log, testRootPem })
  life.onEnd(() => server.close())
  const isSeeded = await seedOnce(env, owner, server, emulatorsUrl, log)
  greet(env, publicUrl, { isEmulated: emulatorsUrl !== undefined, isSeeded, tookMs: performance.now() - startedMs })
}

await begin(run)
