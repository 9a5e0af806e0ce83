/** The account's SMS provider with its decrypted keys. */
import type { SmsType } from '../../../contract/people/sms-providers.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { SmsAccount, Wire } from '../../engines/channels/sms/provider.ts'
import { PROVIDERS } from '../../engines/channels/sms/providers.ts'
import type { ProviderRow } from './sql.ts'

const TIMEOUT_MS = 10_000

const placeOf = (db: CabinetDb, column: 'sealed_password' | 'sealed_api_key', type: SmsType) => ({
  cabinetId: db.cabinetId,
  table: 'sms_providers',
  column,
  row: type,
})

export function accountOf(app: App, db: CabinetDb, row: ProviderRow): SmsAccount {
  const open = (column: 'sealed_password' | 'sealed_api_key') =>
    row[column] === null ? '' : app.keys.open(row[column], placeOf(db, column, row.sms_type)).toString()
  return { login: row.login, password: open('sealed_password'), apiKey: open('sealed_api_key'), smsFrom: row.sms_from }
}

export function sealedOf(
  app: App,
  db: CabinetDb,
  type: SmsType,
  account: SmsAccount,
): Pick<ProviderRow, 'sealed_password' | 'sealed_api_key'> {
  const seal = (column: 'sealed_password' | 'sealed_api_key', secret: string) =>
    secret === '' ? null : app.keys.seal(secret, placeOf(db, column, type))
  return {
    sealed_password: seal('sealed_password', account.password),
    sealed_api_key: seal('sealed_api_key', account.apiKey),
  }
}

export function wireOf(app: App, type: SmsType): Wire {
  return { vendor: type, url: app.outside.smsProviders.urls[type] ?? PROVIDERS[type].address, timeoutMs: TIMEOUT_MS }
}
