/**
 * How many SMS may be sent: sliding windows over all cabinets and processes, so that midnight does not allow twice as
 * many.
 */
import { PHONE_CODE, SMS_BUDGET } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { Keys } from '../../base/crypto.ts'
import type { Tx } from '../../base/db.ts'
import * as sql from './sql.ts'

export type Asker = { phone: string; ip: string; userId: string; cabinetId: number }
/**
 * `resend`: the same number a moment ago. `phone`: enough to this number. `others`: enough from here, or into its
 * neighbourhood.
 * `proof`: the work done for it has sent one already. `unproved`: enough for those who did none.
 */
export type Spent = { why: 'resend' | 'phone' | 'others' | 'proof' | 'unproved'; waitMs: number }

export type Window = { key: string; why: Spent['why']; max: number; windowMs: number }

/** Numbers that differ only in their last four digits often belong to one owner, who earns on SMS to them. */
const prefixOf = (phone: string) => phone.slice(0, -4)

/** Numbers and addresses identify people, so only their digests are stored. */
export function windowsOf(keys: Keys, asker: Asker): Window[] {
  const digest = (what: string, text: string) => `${what}|${keys.mac('sms-budget', `${what}|${text}`)}`
  const phone = digest('phone', asker.phone)
  return [
    { key: phone, why: 'resend', max: 1, windowMs: PHONE_CODE.resendMs },
    { key: phone, why: 'phone', max: PHONE_CODE.perHour, windowMs: HOUR_MS },
    { key: phone, why: 'phone', max: PHONE_CODE.perDay, windowMs: DAY_MS },
    { key: digest('address', asker.ip), why: 'others', max: SMS_BUDGET.perAddressHour, windowMs: HOUR_MS },
    { key: digest('prefix', prefixOf(asker.phone)), why: 'others', max: SMS_BUDGET.perPrefix, windowMs: DAY_MS },
    { key: `user|${asker.userId}`, why: 'others', max: SMS_BUDGET.perUser, windowMs: DAY_MS },
    { key: `cabinet|${asker.cabinetId}`, why: 'others', max: SMS_BUDGET.perCabinet, windowMs: DAY_MS },
  ]
}

const keysOf = (windows: readonly Window[]) => [...new Set(windows.map(({ key }) => key))]

/**
 * Processes may differ by so much. An SMS further in the future was sent before the clock was set back: it must not
 * keep everybody from a code for as long. The same work is worth nothing twice, whatever the clock says.
 */
const CLOCKS_DIFFER_MS = MINUTE_MS

async function spentOf(tx: Tx, windows: readonly Window[], now: Date): Promise<Spent | null> {
  const sent = await sql.sentSince(
    tx,
    windows.map(({ key, why, windowMs }) => ({
      key,
      since: new Date(now.getTime() - windowMs),
      until: why === 'proof' ? null : new Date(now.getTime() + CLOCKS_DIFFER_MS),
    })),
  )
  for (const [at, { why, max, windowMs }] of windows.entries()) {
    const { count, first } = sent[at] ?? { count: 0, first: null }
    if (count >= max) return { why, waitMs: Math.max(1, (first ?? now).getTime() + windowMs - now.getTime()) }
  }
  return null
}

/**
 * Counts one SMS, or returns what is spent and for how long. The check before the locks refuses without waiting for
 * anybody.
 * @param id of the SMS, so that it can be given back
 */
export async function spend(tx: Tx, windows: readonly Window[], id: string, now: Date): Promise<Spent | null> {
  const early = await spentOf(tx, windows, now)
  if (early) return early
  await sql.lockBudget(tx, keysOf(windows))
  const spent = await spentOf(tx, windows, now)
  if (spent) return spent
  await sql.insertSpending(tx, keysOf(windows), id, now)
  await sql.sweepSpending(tx, new Date(now.getTime() - DAY_MS))
  return null
}

/** The SMS was not sent after all. */
export async function giveBack(tx: Tx, windows: readonly Window[], id: string): Promise<void> {
  await sql.deleteSpending(tx, keysOf(windows), id)
}
