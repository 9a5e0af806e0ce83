/**
 * Codes of four digits that prove a phone number. They are few, short-lived and checked five times at most, because
 * four digits would be guessed in an afternoon.
 */
import { randomInt } from 'node:crypto'
import { codes as contract, type CodeType } from '../../../contract/platform/codes.ts'
import { type Language, PHONE_CODE } from '../../../contract/limits.ts'
import { LASTING_FAILURES } from '../../../contract/people/sms-providers.ts'
import { MINUTE_MS, moscowDay, moscowTimeText, SECOND_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import { isSameSecret, type Keys } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { toE164 } from '../../base/phone-number.ts'
import { KeptRefusal, type Refusal, refusals } from '../../base/refusal.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { notify } from '../notifications/notifications.ts'
import type { SendOutcome } from '../../engines/channels/sms/provider.ts'
import { PROVIDERS } from '../../engines/channels/sms/providers.ts'
import { giveBack, type Spent, spend, type Window, windowsOf } from './budget.ts'
import * as sql from './sql.ts'

/** Rooms that send other SMS count them here too. */
export { giveBack, spend, type Spent, type Window }

const refuse = refusals(contract)

/** A code belongs to one person in one cabinet, and is valid for one purpose with one number. */
export type Binding = { cabinetId: number; userId: string; purpose: CodeType; phone: string }

/** @throws Refusal phone_wrong at the field `phone` */
export function readPhone(text: string): string {
  const phone = toE164(text)
  if (!phone) throw wrongPhone()
  return phone
}

const wrongPhone = () => refuse('phone_wrong', {}, { phone: { code: 'phone_wrong' } })

/** A person waits for the answer. */
const SMS_TIMEOUT_MS = 8_000

/** The product's own SMS are sent by Twilio. */
function sendSms({ outside }: App, to: string, text: string, reference: string): Promise<SendOutcome> {
  const { url, login, password, from } = outside.sms
  return PROVIDERS.twilio.send(
    { login, password, apiKey: '', smsFrom: from },
    { to, text, reference },
    { vendor: 'twilio', url, timeoutMs: SMS_TIMEOUT_MS },
  )
}

const boundOf = ({ userId, purpose, phone }: Binding): sql.Bound => ({ user_id: userId, purpose, phone })

function macOf(keys: Keys, id: string, { cabinetId, userId, purpose, phone }: Binding, code: string): string {
  return keys.mac('phone-code', [id, cabinetId, userId, purpose, phone, code].join('|'))
}

const newCode = () => String(randomInt(10 ** PHONE_CODE.digits)).padStart(PHONE_CODE.digits, '0')

function refuseSpent({ why, waitMs }: Spent, now: Date): Refusal {
  if (why === 'resend') return refuse('code_too_soon', { seconds: Math.ceil(waitMs / SECOND_MS) })
  return refuse('too_many_codes', { next: moscowTimeText(new Date(now.getTime() + waitMs + MINUTE_MS)) })
}

/**
 * Sends a code. The SMS is sent between two short transactions, so no row or connection waits for the provider.
 * @returns seconds until the next one may be asked for
 * @throws Refusal code_too_soon, too_many_codes, phone_wrong, sms_not_sent
 */
export async function sendCode(
  app: App,
  binding: Binding,
  from: { ip: string; lang: Language },
): Promise<{ nextInSeconds: number }> {
  const id = crypto.randomUUID()
  const code = newCode()
  const windows = windowsOf(app.keys, { ...binding, ip: from.ip })
  await openForWork(app, binding.cabinetId, async (db) => {
    const now = app.clock.now()
    const spent = await spend(db.tx, windows, id, now)
    if (spent?.why === 'others') app.log.warn({ cabinetId: binding.cabinetId }, 'a budget of SMS is spent')
    if (spent) throw refuseSpent(spent, now)
    await sql.insertCode(db, {
      id,
      ...boundOf(binding),
      code_mac: macOf(app.keys, id, binding, code),
      created_at: now,
      expires_at: new Date(now.getTime() + PHONE_CODE.ttlMs),
    })
  })
  const outcome = await sendSms(app, binding.phone, say(from.lang, 'codes.sms', { code, brand: app.env.brand }), id)
  // Wrong keys, a barred sender and an empty account need somebody to act.
  const isOurFault = !outcome.isSent && !outcome.mayHaveLeft && LASTING_FAILURES.includes(outcome.failure)
  await openForWork(app, binding.cabinetId, async (db) => {
    // An SMS that may have been sent counts as sent and makes the older codes invalid.
    if (outcome.isSent || outcome.mayHaveLeft) return sql.deleteOtherCodes(db, id, boundOf(binding), app.clock.now())
    await sql.deleteCode(db, id)
    // Numbers that the provider refuses still count, so trying on is limited.
    if (outcome.failure !== 'bad_phone') await giveBack(db.tx, windows, id)
    if (isOurFault)
      await notify(app, db, {
        type: 'sms_failed',
        detail: { provider: null },
        onceKey: `sms|own|${moscowDay(app.clock.now())}`,
      })
  })
  if (outcome.isSent) return { nextInSeconds: PHONE_CODE.resendMs / SECOND_MS }
  const { failure, detail, mayHaveLeft } = outcome
  app.log[isOurFault ? 'error' : 'warn']({ failure, detail, mayHaveLeft }, 'an SMS was not sent')
  throw failure === 'bad_phone' ? wrongPhone() : refuse('sms_not_sent')
}

/**
 * Checks a code: right once, wrong five times at most, also when many try at the same time.
 * @throws KeptRefusal code_wrong with the tries left, code_locked; Refusal code_over when none is valid
 */
export async function takeCode(
  app: App,
  db: CabinetDb,
  binding: Omit<Binding, 'cabinetId'>,
  code: string,
): Promise<void> {
  const now = app.clock.now()
  const whole = { ...binding, cabinetId: db.cabinetId }
  const looked = await sql.lookAtCode(db, boundOf(whole), PHONE_CODE.triesMax, now)
  if (looked === undefined) throw refuse('code_over', {}, { code: { code: 'code_over' } })
  if (looked === 'locked') throw refuse('code_locked', {}, { code: { code: 'code_locked' } })
  if (isSameSecret(looked.code_mac, macOf(app.keys, looked.id, whole, code))) return sql.useCode(db, looked.id, now)
  const left = PHONE_CODE.triesMax - looked.tries
  if (left === 0) throw new KeptRefusal('code_locked', {}, { code: { code: 'code_locked' } })
  throw new KeptRefusal('code_wrong', { left }, { code: { code: 'code_wrong', detail: { left } } })
}
