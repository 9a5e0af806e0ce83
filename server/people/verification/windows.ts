/** How many SMS an account may send, and to whom: nobody earns on numbers to which a form sends SMS. */
import { PHONE_CODE, PROOF, SMS_LIMITS } from '../../../contract/limits.ts'
import type { SmsPurpose } from '../../../contract/people/verification.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import type { Keys } from '../../base/crypto.ts'
import type { Window } from '../../platform/codes/codes.ts'

/** Digest of the challenge that the visitor's browser solved, or nothing. */
export type Work = { solved: string | null }
/** `ip`: of a visitor; null for a person of the account. `work`: null where no proof is needed. */
export type Asked = {
  cabinetId: number
  purpose: SmsPurpose
  phone: string
  ip: string | null
  work: Work | null
  dailyLimit: number
  /** One of many that an owner sends at once. */
  isBulk?: boolean
}

/** Bulk leaves the rest of the day's SMS to the codes of forms. */
const BULK_SHARE = 0.75
export const bulkPerDay = (dailyLimit: number): number => Math.max(1, Math.floor(dailyLimit * BULK_SHARE))

/**
 * Numbers and addresses are personal data, so only their digests are stored. The daily count of a number is over all
 * accounts.
 */
export function windowsOf(
  keys: Keys,
  { cabinetId, purpose, phone, ip, work, dailyLimit, isBulk = false }: Asked,
): Window[] {
  const digest = (what: string, text: string) => `${what}|${keys.mac('sms-budget', `${what}|${text}`)}`
  const ofPurpose = digest('own', `${cabinetId}|${purpose}|${phone}`)
  return [
    { key: ofPurpose, why: 'resend', max: 1, windowMs: PHONE_CODE.resendMs },
    {
      key: ofPurpose,
      why: 'phone',
      max: purpose === 'code' ? PHONE_CODE.perHour : SMS_LIMITS.linksPerHour,
      windowMs: HOUR_MS,
    },
    { key: digest('phone', phone), why: 'phone', max: PHONE_CODE.perDay, windowMs: DAY_MS },
    ...(ip === null
      ? []
      : [
          {
            key: digest('form-address', ip),
            why: 'others',
            max: SMS_LIMITS.perAddressHour,
            windowMs: HOUR_MS,
          } as const,
        ]),
    {
      key: digest('own-prefix', `${cabinetId}|${phone.slice(0, -4)}`),
      why: 'others',
      max: SMS_LIMITS.perPrefix,
      windowMs: DAY_MS,
    },
    {
      key: `own-cabinet|${cabinetId}`,
      why: 'others',
      max: isBulk ? bulkPerDay(dailyLimit) : dailyLimit,
      windowMs: DAY_MS,
    },
    ...(work === null ? [] : [windowOfWork(cabinetId, work)]),
  ]
}

/** A solved challenge sends one code; visitors without one share a small budget. */
function windowOfWork(cabinetId: number, { solved }: Work): Window {
  return solved === null
    ? { key: `unproved|${cabinetId}`, why: 'unproved', max: SMS_LIMITS.perDayUnproved, windowMs: DAY_MS }
    : { key: `proof|${solved}`, why: 'proof', max: 1, windowMs: PROOF.ttlMs }
}
