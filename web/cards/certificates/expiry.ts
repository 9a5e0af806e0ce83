/** How long a certificate is still valid. Pure. */
import { DAY_MS } from '../../../contract/time.ts'

/** From here on the page asks for a new one, as the first notice does. */
export const SOON_DAYS = 60

export type Expiry = { days: number; state: 'valid' | 'soon' | 'expired' }

/** @param at ISO time in UTC; `days` are whole days left, 0 on the last one */
export function expiryOf(at: string, now: Date): Expiry {
  const leftMs = new Date(at).getTime() - now.getTime()
  const days = Math.max(0, Math.floor(leftMs / DAY_MS))
  return { days, state: leftMs <= 0 ? 'expired' : days < SOON_DAYS ? 'soon' : 'valid' }
}
