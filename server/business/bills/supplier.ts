/** Whom bills and acts are from: the operator's own details, kept once for the installation. */
import {
  billing as contract,
  type SavedSupplier,
  SUPPLIER_FIELDS,
  type Supplier,
} from '../../../contract/business/billing.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { Tx } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

const EMPTY = Object.fromEntries(SUPPLIER_FIELDS.map((field) => [field, ''])) as Supplier

/** Without these nobody could pay a bill in this currency. */
const NEEDED: Readonly<Record<string, readonly (keyof Supplier)[]>> = {
  EUR: ['name', 'address', 'iban'],
  CZK: ['name', 'address', 'iban'],
  RUB: ['name', 'address', 'taxNumber', 'bank', 'account', 'bankCode', 'correspondentAccount'],
}
const ELSEWHERE: readonly (keyof Supplier)[] = ['name', 'address', 'bank', 'account']

/** What is missing before bills can be made in a currency. */
export const lacking = (details: Supplier, currency: string): (keyof Supplier)[] =>
  (NEEDED[currency] ?? ELSEWHERE).filter((field) => details[field] === '')

const reply = (saved: { details: Supplier; version: number } | undefined): SavedSupplier => ({
  ...EMPTY,
  ...saved?.details,
  version: saved?.version ?? 0,
  currency: CURRENCY,
})

export const readSupplier = (app: App): Promise<SavedSupplier> =>
  app.database.asOperator(async (tx) => reply(await sql.readSupplier(tx)))

/** Details with which bills can be made; null: the operator has not entered them. */
export async function supplierFor(tx: Tx, currency: string): Promise<Supplier | null> {
  const details = (await sql.readSupplier(tx))?.details
  return details && lacking(details, currency).length === 0 ? { ...EMPTY, ...details } : null
}

/** @throws Refusal version_conflict; invalid_input for what bills in the currency cannot do without */
export function saveSupplier(
  app: App,
  { version, ...details }: Supplier & { version: number },
): Promise<SavedSupplier> {
  const missing = lacking(details, CURRENCY)
  if (missing.length > 0)
    throw refuse('invalid_input', {}, Object.fromEntries(missing.map((field) => [field, { code: 'required' }])))
  return app.database.asOperator(async (tx) => {
    if (!(await sql.saveSupplier(tx, details, version, app.clock.now()))) throw refuse('version_conflict')
    return reply(await sql.readSupplier(tx))
  })
}

export const hasSupplier = async (tx: Tx): Promise<boolean> => (await supplierFor(tx, CURRENCY)) !== null
