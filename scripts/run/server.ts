/** Builds what changed, starts the database and the outside world if none is named, serves, then adds the demo. */
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { keepHeapSmall } from '../../server/base/small-heap.ts'
import { startServer } from '../../server/main.ts'
import { begin } from './begin.ts'
import { buildApart } from './building.ts'
import { openInstallation } from './database.ts'
import { setUpDemo } from './demo.ts'
import { greet } from './greeting.ts'
import type { Life } from './life.ts'
import { expectSharedOutside, findOutside } from './outside.ts'
import { expectFreePort } from './port.ts'

function expectPossibleRole(env: Env): void {
  if (env.role !== 'both' && !env.databaseUrl)
    throw new BadSetting(`ROLE=${env.role} needs DATABASE_URL: the embedded database serves one process`)
  expectSharedOutside(env)
}

async function run(settings: Env, life: Life, log: Log): Promise<void> {
  const startedMs = performance.now()
  keepHeapSmall()
  expectPossibleRole(settings)
  const env =
    settings.role === 'worker'
      ? settings
      : { ...settings, port: await expectFreePort('PORT', settings.port, settings.host) }
  if (env.metrics.port !== undefined) await expectFreePort('METRICS_PORT', env.metrics.port, env.host)
  if (env.role !== 'worker') await buildApart(life)
  const login = await openInstallation(env, life, log)
  const publicUrl = env.publicUrl ?? `http://localhost:${env.port}`
  const { outside, mounts, testRootPem, emulatorsUrl } = await findOutside(env, login, publicUrl, life, log)
  const server = await startServer({ env, login, publicUrl, outside, mounts, log, testRootPem })
  life.onEnd(() => server.close())
  const outsideLink = mounts.length > 0 && env.role !== 'worker' ? await server.newOutsideLink() : undefined
  greet(env, publicUrl, { emulated: outside.emulated, outsideLink, tookMs: performance.now() - startedMs })
  // Phones of invented customers would mean nothing to a real Apple or Google.
  const arePhonesEmulated = outside.emulated.includes('apple') && outside.emulated.includes('google')
  const phonesUrl = arePhonesEmulated ? emulatorsUrl : undefined
  if (env.role !== 'worker') await setUpDemo({ env, login, app: server.app, publicUrl, phonesUrl, life, log })
}

await begin(run)
