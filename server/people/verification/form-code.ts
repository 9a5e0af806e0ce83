/**
 * The code by which a visitor of a form proves a phone number. Known and unknown numbers are treated the same, so that
 * nobody learns who is a client.
 */
import { randomInt } from 'node:crypto'
import { type Language, PHONE_CODE } from '../../../contract/limits.ts'
import { smsLength } from '../../../contract/people/sms-text.ts'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import { isSameSecret, type Keys } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { Spent } from '../../platform/codes/codes.ts'
import * as sql from './code-sql.ts'
import { checkProof } from './proof.ts'
import { deliverSms, prepareSms } from './send.ts'

/** `proof`: the solved challenge, as the page sent it. */
export type CodeAsked = {
  formId: string
  phone: string
  organisation: string
  lang: Language
  ip: string
  proof: string
}
/**
 * `on_its_way`: sent now or a moment ago. `unavailable`: no provider, or one that refuses. `other_country`: the
 * business sends no SMS there. `stale_proof`: the proof of work has expired, is for another form, or was used.
 * `needs_script`: the budget of codes for pages without a proof is used up.
 */
export type CodeSent =
  | { kind: 'on_its_way'; waitSeconds: number }
  | { kind: 'over_limit'; next: Date }
  | { kind: 'bad_phone' | 'other_country' | 'unavailable' | 'stale_proof' | 'needs_script' }
export type CodeTaken = { kind: 'right' } | { kind: 'wrong'; left: number } | { kind: 'locked' } | { kind: 'over' }

function macOf(keys: Keys, db: CabinetDb, id: string, formId: string, phone: string, code: string): string {
  return keys.mac('form-code', [id, db.cabinetId, formId, phone, code].join('|'))
}

/** The name of the business, cut to fit into one SMS. */
export function codeText(lang: Language, code: string, organisation: string): string {
  for (let name = organisation; ; name = name.slice(0, -1).trimEnd()) {
    const text = say(lang, 'verification.sms.code', { code, organisation: name })
    if (name === '' || smsLength(text).segments <= 1) return text
  }
}

function saySpent({ why, waitMs }: Spent, now: Date): CodeSent {
  switch (why) {
    case 'resend':
      return { kind: 'on_its_way', waitSeconds: Math.ceil(waitMs / SECOND_MS) }
    case 'proof':
      return { kind: 'stale_proof' }
    case 'unproved':
      return { kind: 'needs_script' }
    case 'phone':
    case 'others':
      return { kind: 'over_limit', next: new Date(now.getTime() + waitMs + MINUTE_MS) }
  }
}

/**
 * Prepares a code inside the caller's transaction.
 * @returns the work after the commit: sends the SMS and returns the outcome
 */
export async function startCode(app: App, db: CabinetDb, asked: CodeAsked): Promise<() => Promise<CodeSent>> {
  const { formId, phone, organisation, lang, ip } = asked
  const work = await checkProof(app, db, formId, asked.proof)
  if (!work) return async () => ({ kind: 'stale_proof' })
  const code = String(randomInt(10 ** PHONE_CODE.digits)).padStart(PHONE_CODE.digits, '0')
  const ready = await prepareSms(app, db, {
    purpose: 'code',
    phone,
    text: codeText(lang, code, organisation),
    ip,
    work,
  })
  if (ready.kind === 'no_provider') return async () => ({ kind: 'unavailable' })
  if (ready.kind === 'barred') return async () => ({ kind: ready.why === 'country' ? 'other_country' : 'bad_phone' })
  if (ready.kind === 'spent') return async () => saySpent(ready, app.clock.now())
  const now = app.clock.now()
  const bound = { form_id: formId, phone }
  await sql.insertCode(db, {
    id: ready.id,
    ...bound,
    code_mac: macOf(app.keys, db, ready.id, formId, phone, code),
    created_at: now,
    expires_at: new Date(now.getTime() + PHONE_CODE.ttlMs),
  })
  return async () => {
    const delivered = await deliverSms(app, db.cabinetId, ready, (after, { kind }) =>
      kind === 'sent' ? sql.deleteOtherCodes(after, ready.id, bound, app.clock.now()) : sql.deleteCode(after, ready.id),
    )
    if (delivered.kind === 'sent') return { kind: 'on_its_way', waitSeconds: PHONE_CODE.resendMs / SECOND_MS }
    return { kind: delivered.failure === 'bad_phone' ? 'bad_phone' : 'unavailable' }
  }
}

/**
 * A code can be used once and be wrong five times, however many requests come at the same time. The caller commits in
 * every case.
 */
export async function takeFormCode(
  app: App,
  db: CabinetDb,
  { formId, phone }: { formId: string; phone: string },
  code: string,
): Promise<CodeTaken> {
  const now = app.clock.now()
  const looked = await sql.lookAtCode(db, { form_id: formId, phone }, PHONE_CODE.triesMax, now)
  if (looked === undefined) return { kind: 'over' }
  if (looked === 'locked') return { kind: 'locked' }
  if (isSameSecret(looked.code_mac, macOf(app.keys, db, looked.id, formId, phone, code))) {
    await sql.useCode(db, looked.id, now)
    return { kind: 'right' }
  }
  const left = PHONE_CODE.triesMax - looked.tries
  return left === 0 ? { kind: 'locked' } : { kind: 'wrong', left }
}

/** Some of the codes of a form that is removed. @returns whether there may be more */
export function dropCodesOfForm(db: CabinetDb, formId: string, limit: number): Promise<boolean> {
  return sql.dropCodesOfForm(db, formId, limit)
}
