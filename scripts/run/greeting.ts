/** What `npm start` prints when everything runs. */
import { DEMO_LOGINS } from '../../db/demo.ts'
import type { Env } from '../../server/base/env.ts'
import { say } from './life.ts'

const line = (what: string, text: string) => say(`  ${what.padEnd(12)} ${text}`)

export function greet(
  env: Env,
  publicUrl: string,
  state: { isEmulated: boolean; isSeeded: boolean; tookMs: number },
): void {
  const took = `${(state.tookMs / 1000).toFixed(1)} s`
  if (env.role === 'worker') return say(`${env.brand}: a worker is running (${took}). Ctrl-C stops it.`)
  say()
  say(`  ${env.brand} is running at ${publicUrl}   (${took})`)
  say()
  if (env.isDemo) {
    for (const login of DEMO_LOGINS) line('Login', `${login.email.padEnd(28)}  ${login.password}   ${login.what}`)
    line('Demo form', `${publicUrl}/f/coffee-lab/welcome`)
  }
  if (state.isEmulated) {
    line('Test phones', `${publicUrl}/phone`)
    line('Mailbox', `${publicUrl}/outside/mail/`)
    line('SMS', `${publicUrl}/outside/sms/`)
  }
  line('Data', env.databaseUrl ? 'in the database at DATABASE_URL' : env.dataDir)
  say()
  if (state.isSeeded) say('  Demo data added. Set DEMO=0 to start a new installation without it.')
  if (env.role === 'web') say('  This process only serves requests. Jobs need a worker: ROLE=worker.')
  say('  Ctrl-C stops everything.')
}
