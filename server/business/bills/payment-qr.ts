/**
 * What a banking app reads from the code on a bill: EPC069-12 for euros, SPAYD 1.0 for Czech crowns, ST00012
 * (GOST R 56042-2014, UTF-8) for roubles. Other currencies have no code. Pure.
 */
import type { Supplier } from '../../../contract/business/billing.ts'

export type Transfer = {
  supplier: Supplier
  amountMinor: number
  currency: string
  /** `2026-000041` */
  number: string
  purpose: string
  dueOn: string
}

const decimal = (minor: number) => (minor / 100).toFixed(2)
/** The variable symbol of a Czech transfer: up to ten digits. */
export const symbolOf = (number: string) => number.replace(/\D/g, '').slice(-10)
const line = (text: string, max: number) => Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, max).join('').trim()

function epc({ supplier, amountMinor, purpose }: Transfer): string | null {
  if (supplier.iban === '') return null
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    supplier.bic,
    line(supplier.name, 70),
    supplier.iban,
    `EUR${decimal(amountMinor)}`,
    '',
    '',
    line(purpose, 140),
  ].join('\n')
}

/** A star would end a field. */
const starless = (text: string) => text.replaceAll('*', ' ')

function spayd({ supplier, amountMinor, number, purpose, dueOn }: Transfer): string | null {
  if (supplier.iban === '') return null
  const account = supplier.bic === '' ? supplier.iban : `${supplier.iban}+${supplier.bic}`
  return [
    'SPD*1.0',
    `ACC:${account}`,
    `AM:${decimal(amountMinor)}`,
    'CC:CZK',
    `DT:${dueOn.replaceAll('-', '')}`,
    `RN:${line(starless(supplier.name), 35)}`,
    `MSG:${line(starless(purpose), 60)}`,
    `X-VS:${symbolOf(number)}`,
  ].join('*')
}

/** A bar would end a field. */
const barless = (text: string) => text.replaceAll('|', ' ')

function gost({ supplier, amountMinor, purpose }: Transfer): string | null {
  const { account, bankCode, correspondentAccount, taxNumber, kpp } = supplier
  if (account === '' || bankCode === '') return null
  const fields = [
    ['Name', line(barless(supplier.name), 160)],
    ['PersonalAcc', account],
    ['BankName', line(barless(supplier.bank), 45)],
    ['BIC', bankCode],
    ['CorrespAcc', correspondentAccount === '' ? '0' : correspondentAccount],
    ['PayeeINN', taxNumber],
    ['KPP', kpp],
    ['Sum', String(amountMinor)],
    ['Purpose', line(barless(purpose), 210)],
  ] as const
  return ['ST00012', ...fields.filter(([, text]) => text !== '').map(([name, text]) => `${name}=${text}`)].join('|')
}

const STANDARDS: Readonly<Record<string, (transfer: Transfer) => string | null>> = { EUR: epc, CZK: spayd, RUB: gost }

/** @returns null where the currency has no code, or the account is not known */
export const paymentCode = (transfer: Transfer): string | null => STANDARDS[transfer.currency]?.(transfer) ?? null
