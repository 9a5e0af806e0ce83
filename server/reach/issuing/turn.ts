/** Is it a person who sends the form: a field that only robots fill, and a signed time of showing that is neither too fresh nor too old. */
import { isSameSecret } from '../../base/crypto.ts'
import type { Floor } from '../../base/floor.ts'

export const HONEYPOT = 'website'
const SOONEST_MS = 800
const LATEST_MS = 24 * 60 * 60 * 1000

/** `milliseconds.mac` for the hidden field of a form. */
export function startTurn(floor: Floor, formKey: string): string {
  const at = String(floor.clock.now().getTime())
  return `${at}.${floor.keys.mac('form-turn', `${formKey}|${at}`)}`
}

export type Turn = 'person' | 'robot' | 'expired'

export function judgeTurn(floor: Floor, formKey: string, startedAt: string, honeypot: string): Turn {
  const [at = '', mac = ''] = startedAt.split('.')
  if (honeypot !== '' || !isSameSecret(mac, floor.keys.mac('form-turn', `${formKey}|${at}`))) return 'robot'
  const ageMs = floor.clock.now().getTime() - Number(at)
  return ageMs < SOONEST_MS ? 'robot' : ageMs > LATEST_MS ? 'expired' : 'person'
}
