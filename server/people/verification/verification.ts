/**
 * SMS of an account: one provider with encrypted keys, the text of the link, the log of SMS, and the codes of forms.
 * Every SMS is counted before it is sent; the people of the account are notified when the provider refuses.
 */
import { SMS_LIMITS, type Language } from '../../../contract/limits.ts'
import {
  LASTING_FAILURES,
  SMS_PROVIDERS,
  type SmsFailure,
  type SmsType,
} from '../../../contract/people/sms-providers.ts'
import { fillSms } from '../../../contract/people/sms-text.ts'
import {
  missingKey,
  type SentSms,
  type SmsPurpose,
  type SmsCheck,
  type SmsConnection,
  type SmsProviderInput,
  type SmsTexts,
  type SmsTextsShown,
  verification as contract,
} from '../../../contract/people/verification.ts'
import { DAY_MS, MINUTE_MS, moscowTimeText } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { CALLING_CODES } from '../../base/phone-number.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { SmsAccount } from '../../engines/channels/sms/provider.ts'
import { PROVIDERS } from '../../engines/channels/sms/providers.ts'
import { accountOf, sealedOf, wireOf } from './account.ts'
import { barrierOf, usualCountries } from './countries.ts'
import { deliverSms, type Hindered, maskPhone, prepareSms, type Ready } from './send.ts'
import * as sql from './sql.ts'
import { bulkPerDay } from './windows.ts'

const refuse = refusals(contract)
/** Limit of calls to the vendor's server. */
const CHECKS = { max: 30, windowMs: 10 * MINUTE_MS }

export type { CodeSent, CodeTaken } from './form-code.ts'
export { dropCodesOfForm, startCode, takeFormCode } from './form-code.ts'
export { newChallenge } from './proof.ts'
export { maskPhone } from './send.ts'

export async function readConnected(db: CabinetDb): Promise<SmsConnection['connected']> {
  const row = await sql.providerOf(db)
  return row
    ? {
        smsType: row.sms_type,
        login: row.login,
        smsFrom: row.sms_from,
        hasPassword: row.sealed_password !== null,
        hasApiKey: row.sealed_api_key !== null,
        savedAt: row.saved_at.toISOString(),
        failure: row.failure,
        failedAt: row.failed_at?.toISOString() ?? null,
      }
    : null
}

/** Whether SMS can be sent: a provider is connected and has no failure that only the owner can fix. */
export async function canSendSms(db: CabinetDb): Promise<boolean> {
  return isUsable(await sql.providerOf(db))
}

const isUsable = (row: Pick<sql.ProviderRow, 'failure'> | undefined): boolean =>
  row !== undefined && (row.failure === null || !LASTING_FAILURES.includes(row.failure))

/**
 * The typed keys; an empty one keeps the stored key.
 * @throws Refusal sms_other_connected, invalid_input at the missing key
 */
async function wholeAccount(app: App, db: CabinetDb, { smsType, ...typed }: SmsProviderInput): Promise<SmsAccount> {
  const row = await sql.providerOf(db)
  if (row && row.sms_type !== smsType)
    throw refuse('sms_other_connected', { provider: SMS_PROVIDERS[row.sms_type].name })
  const { fields } = SMS_PROVIDERS[smsType]
  const before = row ? accountOf(app, db, row) : { password: '', apiKey: '' }
  // A new key replaces a password, and the other way round.
  const isNew = typed.password !== '' || typed.apiKey !== ''
  const account = {
    login: fields.login ? typed.login : '',
    smsFrom: fields.smsFrom ? typed.smsFrom : '',
    password: fields.password ? (isNew ? typed.password : before.password) : '',
    apiKey: fields.apiKey ? (isNew ? typed.apiKey : before.apiKey) : '',
  }
  const missing = missingKey(smsType, account)
  if (missing) throw refuseAny('invalid_input', {}, { [missing.field]: { code: missing.code } })
  return account
}

async function askProvider(app: App, cabinetId: number, type: SmsType, account: SmsAccount): Promise<SmsCheck> {
  const waitMs = await countTry(app.database.counters, `sms-check|${cabinetId}`, CHECKS, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  const outcome = await PROVIDERS[type].check(account, wireOf(app, type))
  if (outcome.isRight) return { isRight: true, failure: null, balance: outcome.balance }
  app.log.info(
    { cabinetId, type, failure: outcome.failure, detail: outcome.detail },
    'a provider does not know the keys of an account',
  )
  return { isRight: false, failure: outcome.failure, balance: null }
}

export async function checkProvider(app: App, cabinetId: number, input: SmsProviderInput): Promise<SmsCheck> {
  const account = await openForWork(app, cabinetId, (db) => wholeAccount(app, db, input))
  return askProvider(app, cabinetId, input.smsType, account)
}

/** The demo's keys need no check. */
export async function keepProvider(
  app: App,
  db: CabinetDb,
  type: SmsType,
  account: SmsAccount,
  failure: SmsCheck['failure'] = null,
): Promise<boolean> {
  const now = app.clock.now()
  return sql.saveProvider(db, {
    sms_type: type,
    login: account.login,
    sms_from: account.smsFrom,
    ...sealedOf(app, db, type, account),
    saved_at: now,
    failure,
    failed_at: failure === null ? null : now,
    failures: failure === null ? 0 : 1,
  })
}

/**
 * Wrong keys are not saved. A vendor that cannot be reached now does not prevent saving.
 * @throws Refusal sms_keys_refused, sms_other_connected
 */
export async function saveProvider(app: App, cabinetId: number, input: SmsProviderInput): Promise<SmsCheck> {
  const account = await openForWork(app, cabinetId, (db) => wholeAccount(app, db, input))
  const check = await askProvider(app, cabinetId, input.smsType, account)
  if (check.failure === 'auth') {
    const field = account.apiKey !== '' ? 'apiKey' : 'password'
    throw refuse(
      'sms_keys_refused',
      { provider: SMS_PROVIDERS[input.smsType].name },
      { [field]: { code: 'sms_keys_refused' } },
    )
  }
  await openForWork(app, cabinetId, async (db) => {
    if (!(await keepProvider(app, db, input.smsType, account, check.failure)))
      throw refuse('sms_other_connected', { provider: '' })
  })
  return check
}

/** @throws Refusal sms_type_not_connected */
export async function removeProvider(db: CabinetDb, type: SmsType): Promise<void> {
  if (!(await sql.deleteProvider(db, type)))
    throw refuse('sms_type_not_connected', { provider: SMS_PROVIDERS[type].name })
}

/** @throws Refusal sms_not_connected, too_many_tries */
export async function readBalance(app: App, cabinetId: number): Promise<SmsCheck> {
  const found = await openForWork(app, cabinetId, async (db) => {
    const row = await sql.providerOf(db)
    return row && { type: row.sms_type, account: accountOf(app, db, row) }
  })
  if (!found) throw refuse('sms_not_connected')
  return askProvider(app, cabinetId, found.type, found.account)
}

export async function readTexts(app: App, db: CabinetDb): Promise<SmsTextsShown> {
  const row = await sql.textsOf(db)
  return {
    linkText: row?.link_text ?? '',
    dailyLimit: row?.daily_limit ?? SMS_LIMITS.perDay,
    countries: row?.countries ?? (await usualCountries(db)),
    areCountriesChosen: row?.countries != null,
    offered: [...CALLING_CODES].map(([country, code]) => ({ country, code })),
    sentToday: await sql.countSms(db, new Date(app.clock.now().getTime() - DAY_MS)),
  }
}

/** @throws Refusal invalid_input at an unknown country */
export async function saveTexts(
  app: App,
  db: CabinetDb,
  { linkText, dailyLimit, countries }: SmsTexts,
): Promise<SmsTextsShown> {
  if (countries?.some((country) => !CALLING_CODES.has(country)))
    throw refuseAny('invalid_input', {}, { countries: { code: 'invalid' } })
  await sql.saveTexts(db, {
    link_text: linkText,
    daily_limit: dailyLimit,
    ...(countries && { countries: [...new Set(countries)].toSorted() }),
  })
  return readTexts(app, db)
}

export async function listSms(db: CabinetDb, { page, limit }: { page: number; limit: number }) {
  const { rows, total } = await sql.smsPage(db, sliceOf({ page, limit }))
  const data = rows.map((row): SentSms => ({
    id: row.id,
    at: row.at.toISOString(),
    purpose: row.purpose,
    smsType: row.sms_type,
    phone: row.phone,
    failure: row.failure,
    // A process that died has not stored the outcome.
    state: row.state === 'sending' ? 'unknown' : row.state,
  }))
  return { data, meta: metaOf(total, { page, limit }) }
}

/** For the demo: an SMS that was sent in the past. */
export async function addSms(
  db: CabinetDb,
  { state, failure, ...sms }: Omit<SentSms, 'purpose'> & { purpose: SmsPurpose },
): Promise<void> {
  await sql.insertSms(db, {
    id: sms.id,
    at: new Date(sms.at),
    purpose: sms.purpose,
    sms_type: sms.smsType,
    phone: sms.phone,
  })
  await sql.settleSms(db, sms.id, { state, failure, vendor_id: null })
}

type LinkValues = { link: string; name: string; organisation: string }

/** Writes the text of the SMS with a client's link, by the current settings. */
export async function linkWriter(db: CabinetDb): Promise<(lang: Language, values: LinkValues) => string> {
  const own = (await sql.textsOf(db))?.link_text ?? ''
  return (lang, values) => (own === '' ? say(lang, 'verification.sms.link', values) : fillSms(own, values))
}

export async function linkText(db: CabinetDb, lang: Language, values: LinkValues): Promise<string> {
  return (await linkWriter(db))(lang, values)
}

/** Many SMS at once: their provider, the numbers that can be reached, and how many a day. */
export type BulkRoute = { provider: string; canReach: (phone: string) => boolean; perDay: number }

/** Asked for together: a form waits for it once. @returns null when no SMS can be sent */
export async function bulkRoute(db: CabinetDb): Promise<BulkRoute | null> {
  const [row, usual] = await Promise.all([sql.senderOf(db), usualCountries(db)])
  if (!row || !isUsable(row)) return null
  const countries = row.countries ?? usual
  return {
    provider: SMS_PROVIDERS[row.sms_type].name,
    canReach: (phone) => barrierOf(phone, countries) === null,
    perDay: bulkPerDay(row.daily_limit ?? SMS_LIMITS.perDay),
  }
}

export { deliverSms, prepareSms }
export type { Delivered, Ready } from './send.ts'

function codeOf(failure: SmsFailure): 'sms_refused' | 'sms_phone_refused' | 'sms_provider_down' {
  if (failure === 'bad_phone') return 'sms_phone_refused'
  return failure === 'temporary' || failure === 'throttled' ? 'sms_provider_down' : 'sms_refused'
}

/**
 * Sends an SMS and returns the outcome, or throws it as a refusal.
 * @throws Refusal sms_refused, sms_phone_refused, sms_provider_down, sms_too_soon, sms_limit_reached,
 * sms_country_not_allowed, sms_number_not_allowed
 */
export async function sendOrRefuse(
  app: App,
  cabinetId: number,
  ready: Ready | Exclude<Hindered, { kind: 'no_provider' }>,
): Promise<{ phone: string; isCertain: boolean }> {
  if (ready.kind === 'barred')
    throw refuse(ready.why === 'country' ? 'sms_country_not_allowed' : 'sms_number_not_allowed')
  if (ready.kind === 'spent') {
    const at = new Date(app.clock.now().getTime() + ready.waitMs)
    if (ready.why === 'resend') throw refuse('sms_too_soon', { seconds: Math.ceil(ready.waitMs / 1000) })
    throw refuse('sms_limit_reached', { next: moscowTimeText(new Date(at.getTime() + MINUTE_MS)) })
  }
  const delivered = await deliverSms(app, cabinetId, ready)
  if (delivered.kind === 'sent') return { phone: maskPhone(ready.wanted.phone), isCertain: delivered.isCertain }
  throw refuse(codeOf(delivered.failure), { provider: delivered.provider, reason: delivered.failure })
}

/** Rows of SMS and codes that name a number. */
export const countOfPhone = (db: CabinetDb, tel: string): Promise<number> =>
  tel === '' ? Promise.resolve(0) : sql.countOfPhone(db, { tel, masked: maskPhone(tel) })

/** Takes a number out of the list of SMS and deletes its codes. @returns rows that named it */
export const forgetPhone = (db: CabinetDb, tel: string): Promise<number> =>
  tel === '' ? Promise.resolve(0) : sql.forgetPhone(db, { tel, masked: maskPhone(tel) })
