/**
 * Our shop at the provider: the operator's settings, whose passwords are encrypted and never read back. While there are
 * none and the outside world is emulated, its payment page is used.
 */
import { payments as contract, type PaymentSettings } from '../../../contract/business/payments.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { AnyPlaceCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import { inTransaction } from '../../base/db.ts'
import { openOutbound } from '../../base/outbound/outbound.ts'
import { refusals } from '../../base/refusal.ts'
import { askPassword } from '../../platform/users/step-up.ts'
import { readLedgerCheck, readPartnerCheck } from '../finance/finance.ts'
import type { Checked, PaymentProvider, PaymentShop } from './providers/provider.ts'
import { PROVIDERS } from './providers/providers.ts'
import { findSettings, saveSettings as saveRow } from './settings-sql.ts'
import { latestRefusals } from './sql.ts'

const refuse = refusals(contract)
const SHOWN = 50
const TIMEOUT_MS = 15_000
const BYTES_MAX = 512 * 1024

/** The one that takes payments. */
export const PROVIDER = 'robokassa'

type Passwords = { password1: string; password2: string }

const placeOf = (provider: string) => ({ cabinetId: 0, table: 'payment_settings', column: 'sealed', row: provider })

export type Connected = { provider: PaymentProvider; shop: PaymentShop }

/** @returns undefined: nobody can pay by card here */
export async function connectedShop(app: App, key: string): Promise<Connected | undefined> {
  const provider = PROVIDERS[key]
  if (!provider) return undefined
  const row = await findSettings(app.database.db, key)
  const emulated = app.outside.payments
  if (!row) return emulated && { provider, shop: { ...emulated, isTest: false } }
  const passwords = JSON.parse(app.keys.open(row.sealed, placeOf(key)).toString()) as Passwords
  const { login, hash, is_test: isTest } = row
  const { payUrl, serviceUrl } = { ...provider, ...app.outside.paymentUrls }
  return { provider, shop: { login, hash, isTest, ...passwords, payUrl, serviceUrl } }
}

/** For questions to the provider of the shop, and to nobody else. */
export const outboundTo = ({ serviceUrl }: PaymentShop) =>
  openOutbound({
    vendor: PROVIDER,
    places: { trusted: [`${serviceUrl}/`] },
    timeoutMs: TIMEOUT_MS,
    maxBytes: BYTES_MAX,
  })

export async function readSettings(app: App): Promise<PaymentSettings> {
  const row = await findSettings(app.database.db, PROVIDER)
  const refused = await app.database.asOperator((tx) => latestRefusals(tx, SHOWN))
  const url = (what: string) => `${app.publicUrl}/payments/${PROVIDER}/${what}`
  return {
    version: row?.version ?? 0,
    saved: row ? { login: row.login, hash: row.hash, isTest: row.is_test } : null,
    isEmulated: !row && app.outside.payments !== undefined,
    urls: { result: url('result'), success: url('success'), fail: url('fail') },
    refused: refused.map(({ at, reason, invoice, ip }) => ({
      at: at.toISOString(),
      reason: reason as PaymentSettings['refused'][number]['reason'],
      invoice,
      ip,
    })),
    ledger: await readLedgerCheck(app),
    shares: await readPartnerCheck(app),
  }
}

/** @throws Refusal version_conflict, password_needed, too_many_tries; invalid_input for a missing first password */
export async function saveSettings(
  { app, user }: AnyPlaceCtx,
  { body }: InputOf<typeof contract.saveSettings>,
): Promise<PaymentSettings> {
  const before = await findSettings(app.database.db, PROVIDER)
  // They decide who is paid.
  if (before?.login !== body.login || body.password1 || body.password2) await askPassword(app, user, body.password)
  await inTransaction(app.database, async (tx) => {
    const row = await findSettings(tx, PROVIDER)
    const known = row && (JSON.parse(app.keys.open(row.sealed, placeOf(PROVIDER)).toString()) as Passwords)
    const passwords = {
      password1: body.password1 || known?.password1 || '',
      password2: body.password2 || known?.password2 || '',
    }
    const missing = (['password1', 'password2'] as const).filter((name) => passwords[name] === '')
    if (missing.length > 0)
      throw refuse('invalid_input', {}, Object.fromEntries(missing.map((name) => [name, { code: 'required' }])))
    const isSaved = await saveRow(tx, {
      provider: PROVIDER,
      version: body.version,
      login: body.login,
      hash: body.hash,
      is_test: body.isTest,
      sealed: app.keys.seal(JSON.stringify(passwords), placeOf(PROVIDER)),
    })
    if (!isSaved) throw refuse('version_conflict')
  })
  return readSettings(app)
}

/** @throws Refusal payments_unavailable */
export async function checkSettings(app: App): Promise<Checked> {
  const connected = await connectedShop(app, PROVIDER)
  if (!connected) throw refuse('payments_unavailable')
  return connected.provider.check(connected.shop, outboundTo(connected.shop))
}
