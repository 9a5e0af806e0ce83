/** What `npm start` prints when everything runs. */
import type { Emulated } from '../../server/base/app.ts'
import { type Env, isLoopback } from '../../server/base/env.ts'
import { say } from './life.ts'

export const line = (what: string, text: string) => say(`  ${what.padEnd(12)} ${text}`)

type State = {
  emulated: readonly Emulated[]
  /** Opens mailbox, SMS inbox and test phones once; undefined when their pages are not served. */
  outsideLink: string | undefined
  tookMs: number
}

/** What does not work while a part is emulated, and which settings are still missing. */
export function adviceOn(
  part: Emulated,
  { sms, areSmsProvidersReal }: Pick<Env, 'sms' | 'areSmsProvidersReal'>,
): string {
  switch (part) {
    case 'mail':
      return 'emails reach nobody, confirmations and resets neither; set SMTP_URL'
    case 'sms':
      if (areSmsProvidersReal) return 'SMS of the product itself reach nobody; set SMS_LOGIN, SMS_PASSWORD, SMS_FROM'
      if (sms) return 'SMS of businesses reach nobody; set SMS_PROVIDERS=real'
      return 'SMS reach nobody; set SMS_LOGIN, SMS_PASSWORD, SMS_FROM, SMS_PROVIDERS=real'
    case 'telegram':
      return 'bots of businesses reach nobody; set TELEGRAM=real'
    case 'apple':
      return 'cards on real iPhones are not updated; set APNS_HOST'
    case 'google':
      return 'real Android phones cannot keep a card; set GOOGLE_SERVICE_ACCOUNT, GOOGLE_ISSUER_ID'
  }
}

const isHostOpen = (host: string) => !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** Other machines can reach it: an emulated part is then a gap that somebody will fall into. */
function warnIfOpen(env: Env, publicUrl: string, { emulated, outsideLink }: State): void {
  if (isLoopback(publicUrl) && !isHostOpen(env.host)) return
  say()
  if (emulated.length === 0) return say('  Open to others. Before you go live: npm run check')
  say('  Open to others, but still emulated here:')
  for (const part of emulated) line(`  ${part}`, adviceOn(part, env))
  if (outsideLink === undefined)
    say('  Mailbox, SMS inbox and test phones are off. EMULATED_PAGES=1 serves them to who opens a link printed here.')
  say('  Before you go live: npm run check, and docs/operating.md, "Before you go live".')
}

function printOutside(publicUrl: string, { emulated, outsideLink }: State): void {
  if (outsideLink === undefined) return
  line('Open', `${outsideLink}   works once; then this browser may also open:`)
  if (emulated.includes('apple') || emulated.includes('google')) line('Test phones', `${publicUrl}/phone`)
  if (emulated.includes('mail')) line('Mailbox', `${publicUrl}/outside/mail/`)
  if (emulated.includes('sms')) line('SMS', `${publicUrl}/outside/sms/`)
  if (emulated.includes('telegram')) line('Telegram', `${publicUrl}/outside/telegram/`)
  line('Tills', `${publicUrl}/outside/crm/`)
}

export function greet(env: Env, publicUrl: string, state: State): void {
  const took = `${(state.tookMs / 1000).toFixed(1)} s`
  if (env.role === 'worker') return say(`${env.brand}: a worker is running (${took}). Ctrl-C stops it.`)
  say()
  say(`  ${env.brand} is running at ${publicUrl}   (${took})`)
  say()
  printOutside(publicUrl, state)
  line('Data', env.databaseUrl ? 'in the database at DATABASE_URL' : env.dataDir)
  if (env.role === 'web') say('  This process only serves requests. Jobs need a worker: ROLE=worker.')
  warnIfOpen(env, publicUrl, state)
  say()
  say('  Ctrl-C stops everything.')
}
