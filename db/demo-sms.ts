/** The SMS of the coffee house: an emulated provider, and what it sent lately. */
import type { SmsFailure } from '../contract/people/sms-providers.ts'
import type { SmsPurpose } from '../contract/people/verification.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { addSms, keepProvider } from '../server/people/verification/verification.ts'

/** Keys of the emulated SMSC.ru. */
const ACCOUNT = { login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' }

const SENT: readonly (readonly [hoursAgo: number, purpose: SmsPurpose, lastDigits: string, failure?: SmsFailure])[] = [
  [3, 'code', '014'],
  [5, 'link', '027'],
  [27, 'code', '008'],
  [47, 'code', '031', 'no_funds'],
  [48, 'link', '019'],
  [71, 'code', '022', 'bad_phone'],
  [96, 'test', '001'],
]

export async function addSmsHistory(app: App, db: CabinetDb): Promise<void> {
  // These keys mean nothing to the real one.
  if (!app.env.areSmsProvidersReal) await keepProvider(app, db, 'smsc', ACCOUNT)
  const now = app.clock.now().getTime()
  for (const [hoursAgo, purpose, lastDigits, failure = null] of SENT) {
    await addSms(db, {
      id: crypto.randomUUID(),
      at: new Date(now - hoursAgo * 3_600_000).toISOString(),
      purpose,
      smsType: 'smsc',
      phone: `+420 ••• ${lastDigits}`,
      state: failure === null ? 'sent' : 'refused',
      failure,
    })
  }
}
