/** Removes the demo, also while servers run. */
import { rmSync } from 'node:fs'
import pg from 'pg'
import { DemoInUse, removeDemo } from '../../db/demo-remove.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { oneAtATime } from '../../server/base/migrate.ts'
import { begin } from './begin.ts'
import { openOwner } from './database.ts'
import { demoPasswordFile } from './demo.ts'
import { type Life, say } from './life.ts'

async function run(env: Env, life: Life, log: Log): Promise<void> {
  const unknown = process.argv.slice(2).filter((one) => one !== '--with-their-businesses')
  if (unknown.length > 0) throw new BadSetting(`${unknown.join(' ')} means nothing here`)
  const owner = await openOwner(env, life, log)
  const client = new pg.Client(owner)
  await client.connect()
  life.onEnd(() => client.end())
  const withTheirBusinesses = process.argv.includes('--with-their-businesses')
  const removed = await oneAtATime(owner, () => removeDemo(client, { withTheirBusinesses }), 'demo').catch(
    (error: unknown) => {
      throw error instanceof DemoInUse ? new BadSetting(error.message) : error
    },
  )
  rmSync(demoPasswordFile(env), { force: true })
  say(
    removed.users + removed.businesses === 0
      ? 'There is no demo here.'
      : `Removed ${removed.businesses} businesses and ${removed.users} users of the demo. ` +
          'Only DEMO=1 adds them again.',
  )
  life.end('', 0)
}

await begin(run)
