/**
 * Whether a person sends the form: a field that only robots fill in must be empty, and the signed time at which the
 * form was shown must be neither too fresh nor too old.
 */
import { DAY_MS } from '../../../contract/time.ts'
import { isSameSecret } from '../../base/crypto.ts'
import type { App } from '../../base/app.ts'

export const HONEYPOT = 'website'
const SOONEST_MS = 800
const LATEST_MS = DAY_MS

const macOf = (app: App, formKey: string, token: string, at: string) =>
  app.keys.mac('form-bot-check', `${formKey}|${token}|${at}`)

/**
 * `milliseconds.mac` for the hidden field of a form.
 * @param token of the opened page: it makes one client, so a page that is opened once makes one, however often it is
 * sent
 */
export function startBotCheck(app: App, formKey: string, token: string): string {
  const at = String(app.clock.now().getTime())
  return `${at}.${macOf(app, formKey, token, at)}`
}

export type BotVerdict = 'person' | 'robot' | 'expired'

export type Sent = { token: string; startedAt: string; honeypot: string }

export function checkForBot(app: App, formKey: string, { token, startedAt, honeypot }: Sent): BotVerdict {
  const [at = '', mac = ''] = startedAt.split('.')
  if (honeypot !== '' || !isSameSecret(mac, macOf(app, formKey, token, at))) return 'robot'
  const ageMs = app.clock.now().getTime() - Number(at)
  // Shown in the future: the clock was set back, and the page is opened again like one that is too old.
  if (ageMs < 0 || ageMs > LATEST_MS) return 'expired'
  return ageMs < SOONEST_MS ? 'robot' : 'person'
}
