/** The demo at a start: added, opened or closed while the server already answers, and what is printed of it. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDemoRemoved, seedDemo } from '../../db/demo.ts'
import { closeDemo, DEMO_LOGINS, demoPassword, mayHaveOperator } from '../../db/demo-people.ts'
import type { App } from '../../server/base/app.ts'
import type { Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import type { Connection } from '../../server/base/logins.ts'
import { oneAtATime } from '../../server/base/migrate.ts'
import { writeWhole } from '../../server/base/whole-file.ts'
import { line } from './greeting.ts'
import { type Life, say } from './life.ts'
import { carryPhones } from './outside.ts'

type DemoOptions = {
  env: Env
  login: Connection
  app: App
  publicUrl: string
  /** Address of the emulators that carry the customers' phones, if any do. */
  phonesUrl: string | undefined
  life: Life
  log: Log
}

export const demoPasswordFile = (env: Env): string => join(env.dataDir, 'demo-password')

/** For its owner alone. @returns whether this folder did not have it yet */
function keepPassword(file: string, password: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === password) {
    chmodSync(file, 0o600)
    return false
  }
  writeWhole(file, `${password}\n`)
  return true
}

function printLogins({ env, publicUrl }: DemoOptions, password: string): void {
  const file = demoPasswordFile(env)
  const isNew = keepPassword(file, password)
  for (const { email, what, kind } of DEMO_LOGINS)
    if (kind !== 'operator' || mayHaveOperator(env)) line('Login', `${email.padEnd(28)}  ${what}`)
  line('Password', isNew ? `${password}   of all of them; shown only now, kept in ${file}` : `in ${file}`)
  line('Demo form', `${publicUrl}/f/coffee-lab/welcome`)
}

async function addDemo(options: DemoOptions): Promise<void> {
  const { app, phonesUrl, log } = options
  const patience = setTimeout(() => say('  Adding the demo data …'), 1000)
  const customers = await seedDemo(app).finally(() => clearTimeout(patience))
  printLogins(options, await demoPassword(app))
  if (customers) say('\n  Demo data added. "npm run demo:remove" removes it, DEMO=0 starts without it.')
  if (!customers || !phonesUrl) return
  void carryPhones(phonesUrl, customers).catch((error: unknown) =>
    log.info({ error: String(error) }, "the demo's customers have no phones"),
  )
}

async function addOrClose(options: DemoOptions): Promise<void> {
  if (options.env.isDemo) return (await isDemoRemoved(options.app)) ? undefined : addDemo(options)
  if (await closeDemo(options.app))
    say('  The demo is off: nobody can log in to it, its data is still there. "npm run demo:remove" removes it.')
}

/** The server runs without a demo too, so what goes wrong here ends nothing. */
export async function setUpDemo(options: DemoOptions): Promise<void> {
  const { login, life, log } = options
  try {
    await oneAtATime(login, () => addOrClose(options), 'demo')
  } catch (error) {
    if (life.isEnding()) return
    say(`  The demo could not be set up: ${error instanceof Error ? error.message : String(error)}.`)
    say('  The next start tries again; DEMO=0 starts without it.')
    log.error({ error: String(error) }, 'the demo could not be set up')
  }
}
