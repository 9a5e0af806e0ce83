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

/** `milliseconds.mac` for the hidden field of a form. */
export function startBotCheck(app: App, formKey: string): string {
  const at = String(app.clock.now().getTime())
  return `${at}.${app.keys.mac('form-bot-check', `${formKey}|${at}`)}`
}

export type BotVerdict = 'person' | 'robot' | 'expired'

export function checkForBot(app: App, formKey: string, startedAt: string, honeypot: string): BotVerdict {
  const [at = '', mac = ''] = startedAt.split('.')
  if (honeypot !== '' || !isSameSecret(mac, app.keys.mac('form-bot-check', `${formKey}|${at}`))) return 'robot'
  const ageMs = app.clock.now().getTime() - Number(at)
  return ageMs < SOONEST_MS ? 'robot' : ageMs > LATEST_MS ? 'expired' : 'person'
}
