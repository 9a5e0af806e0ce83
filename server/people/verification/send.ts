/**
 * One SMS through the account's provider, in three steps: counted and stored, sent, settled. No transaction is open
 * while the vendor is called.
 */
import {
  LASTING_FAILURES,
  SMS_PROVIDERS,
  type SmsFailure,
  type SmsType,
} from '../../../contract/people/sms-providers.ts'
import { SMS_LIMITS } from '../../../contract/limits.ts'
import type { SmsPurpose } from '../../../contract/people/verification.ts'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { SendOutcome, SmsAccount } from '../../engines/channels/sms/provider.ts'
import { PROVIDERS } from '../../engines/channels/sms/providers.ts'
import { giveBack, type Spent, spend, type Window } from '../../platform/codes/codes.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { accountOf, wireOf } from './account.ts'
import { notifyOfRise } from './alarm.ts'
import { barrierOf, usualCountries } from './countries.ts'
import * as sql from './sql.ts'
import { type Work, windowsOf } from './windows.ts'

const KEPT_MS = 90 * DAY_MS
/** So many refused SMS in a row are no coincidence. */
const FAILURES_NOTIFIED = 3
/** Failures of one number, not of the provider. */
const OF_ONE_NUMBER: readonly SmsFailure[] = ['bad_phone', 'duplicate']

export type Wanted = {
  purpose: SmsPurpose
  phone: string
  text: string
  ip: string | null
  work?: Work
  isBulk?: boolean
}
export type Ready = { kind: 'ready'; id: string; type: SmsType; account: SmsAccount; windows: Window[]; wanted: Wanted }
/** `barred`: the account sends no SMS to this country, or nobody may send to numbers of this kind. */
export type Hindered =
  | { kind: 'no_provider' }
  | { kind: 'barred'; why: 'country' | 'number' }
  | ({ kind: 'spent' } & Spent)
export type Delivered =
  | { kind: 'sent'; isCertain: boolean }
  | { kind: 'refused'; failure: SmsFailure; provider: string }

/** The beginning and the end of a number: enough to recognise one's own. */
export const maskPhone = (phone: string) => `${phone.slice(0, 4)} ••• ${phone.slice(-3)}`

/** Counts and stores the SMS in the caller's transaction. */
export async function prepareSms(app: App, db: CabinetDb, wanted: Wanted): Promise<Ready | Hindered> {
  const row = await sql.senderOf(db)
  if (!row) return { kind: 'no_provider' }
  const barrier = barrierOf(wanted.phone, row.countries ?? (await usualCountries(db)))
  if (barrier) return { kind: 'barred', why: barrier }
  const now = app.clock.now()
  const id = crypto.randomUUID()
  const dailyLimit = row.daily_limit ?? SMS_LIMITS.perDay
  const windows = windowsOf(app.keys, { cabinetId: db.cabinetId, dailyLimit, ...wanted, work: wanted.work ?? null })
  const spent = await spend(db.tx, windows, id, now)
  if (spent?.why === 'others' || spent?.why === 'unproved')
    app.log.warn({ cabinetId: db.cabinetId, purpose: wanted.purpose }, 'a budget of SMS is spent')
  if (spent) return { kind: 'spent', ...spent }
  await sql.insertSms(db, {
    id,
    at: now,
    purpose: wanted.purpose,
    sms_type: row.sms_type,
    phone: maskPhone(wanted.phone),
  })
  await sql.sweepSms(db, new Date(now.getTime() - KEPT_MS))
  // What an owner has started himself is no alarm.
  if (!wanted.isBulk) await notifyOfRise(app, db, dailyLimit, now)
  return { kind: 'ready', id, type: row.sms_type, account: accountOf(app, db, row), windows, wanted }
}

/** @param settle runs in the transaction that stores the outcome */
export async function deliverSms(
  app: App,
  cabinetId: number,
  ready: Ready,
  settle?: (db: CabinetDb, delivered: Delivered) => Promise<void>,
): Promise<Delivered> {
  const { id, type, account, wanted } = ready
  const outcome = await PROVIDERS[type].send(
    account,
    { to: wanted.phone, text: wanted.text, reference: id },
    wireOf(app, type),
  )
  const delivered: Delivered =
    outcome.isSent || outcome.mayHaveLeft
      ? { kind: 'sent', isCertain: outcome.isSent }
      : { kind: 'refused', failure: outcome.failure, provider: SMS_PROVIDERS[type].name }
  if (!outcome.isSent)
    app.log.warn(
      { cabinetId, type, failure: outcome.failure, detail: outcome.detail },
      'a provider did not take an SMS',
    )
  await openForWork(app, cabinetId, async (db) => {
    await settleSms(app, db, ready, outcome)
    await settle?.(db, delivered)
  })
  return delivered
}

async function settleSms(app: App, db: CabinetDb, { id, type, windows }: Ready, outcome: SendOutcome): Promise<void> {
  if (outcome.isSent) {
    await sql.settleSms(db, id, { state: 'sent', failure: null, vendor_id: outcome.id.slice(0, 80) })
    return sql.noteSuccess(db, type)
  }
  await sql.settleSms(db, id, {
    state: outcome.mayHaveLeft ? 'unknown' : 'refused',
    failure: outcome.failure,
    vendor_id: null,
  })
  // Numbers that the vendor refuses count too, or anyone could try them without limit.
  if (!outcome.mayHaveLeft && outcome.failure !== 'bad_phone') await giveBack(db.tx, windows, id)
  if (OF_ONE_NUMBER.includes(outcome.failure)) return
  const now = app.clock.now()
  const failures = await sql.noteFailure(db, type, outcome.failure, now)
  if (!LASTING_FAILURES.includes(outcome.failure) && failures < FAILURES_NOTIFIED) return
  await notify(app, db, {
    type: 'sms_failed',
    detail: { provider: SMS_PROVIDERS[type].name },
    onceKey: `sms|${type}|${moscowDay(now)}`,
  })
}
