/** How many SMS an account may send, and to whom: nobody earns on numbers that he has a form called. */
import { PHONE_CODE, PROOF, SMS_LIMITS } from '../../../contract/limits.ts'
import type { SmsPurpose } from '../../../contract/people/verification.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import type { Keys } from '../../base/crypto.ts'
import type { Window } from '../../platform/codes/codes.ts'

/** What a visitor's browser has worked for his code: the digest of the challenge it solved, or nothing. */
export type Work = { solved: string | null }
/** `ip`: of a visitor; null where a person of the account asks. `work`: null where none is asked for. */
export type Asked = {
  cabinetId: number
  purpose: SmsPurpose
  phone: string
  ip: string | null
  work: Work | null
  dailyLimit: number
}

/** Numbers and addresses name people, so their digests count. What a number gets in a day counts over all accounts. */
export function windowsOf(keys: Keys, { cabinetId, purpose, phone, ip, work, dailyLimit }: Asked): Window[] {
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
    { key: `own-cabinet|${cabinetId}`, why: 'others', max: dailyLimit, windowMs: DAY_MS },
    ...(work === null ? [] : [windowOfWork(cabinetId, work)]),
  ]
}

/** A solved challenge sends one code; whoever solved none shares a small budget with all others. */
function windowOfWork(cabinetId: number, { solved }: Work): Window {
  return solved === null
    ? { key: `unproved|${cabinetId}`, why: 'unproved', max: SMS_LIMITS.perDayUnproved, windowMs: DAY_MS }
    : { key: `proof|${solved}`, why: 'proof', max: 1, windowMs: PROOF.ttlMs }
}
