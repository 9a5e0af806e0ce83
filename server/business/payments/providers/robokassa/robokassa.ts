/**
 * Robokassa: a payment page that is opened by a signed link, a signed call when the money has come, and XML questions.
 * https://docs.robokassa.ru (2026-11)
 */
import { readXml, type XmlElement } from '../../../../base/xml.ts'
import type { Outbound } from '../../../../base/outbound/outbound.ts'
import type { AskedState, Checked, Fields, Order, PaymentProvider, PaymentShop, PaymentCall } from '../provider.ts'
import { minorOf, outSum } from './amount.ts'
import { isSigned, ownParts, sign } from './signature.ts'

const NUMBER_MAX = 2 ** 31 - 1
/** Whom a payment is for comes back with every call, inside the signature. */
const CABINET = 'Shp_c'
const PLACE = 'Shp_place'
/** A shop counts in its own currency unless the link names another. */
const HOME_CURRENCY = 'RUB'

function linkOf(shop: PaymentShop, order: Order): string {
  const sum = outSum(order.totalMinor)
  const own = { [CABINET]: String(order.cabinetId), [PLACE]: order.place }
  const currency = order.currency === HOME_CURRENCY ? [] : [order.currency]
  const parts = [shop.login, sum, String(order.number), ...currency]
  const query = new URLSearchParams({
    MerchantLogin: shop.login,
    OutSum: sum,
    InvId: String(order.number),
    Description: order.description.slice(0, 100),
    ...(currency[0] && { OutSumCurrency: currency[0] }),
    Culture: order.culture,
    Encoding: 'utf-8',
    ExpirationDate: order.until.toISOString(),
    // Absent means a real payment; only 1 means a test.
    ...(shop.isTest && { IsTest: '1' }),
    ...own,
    SignatureValue: sign(shop.hash, parts, shop.password1, ownParts(own)),
  })
  return `${shop.payUrl}?${query.toString()}`
}

const numberIn = (text: string | undefined, max: number): number | null => {
  const number = /^\d{1,16}$/.test(text ?? '') ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}

function readResult(shop: PaymentShop, fields: Fields): PaymentCall {
  const { OutSum: sum = '', InvId: invoice = '', SignatureValue: given = '' } = fields
  if (sum === '' || invoice === '' || given === '') return { kind: 'refused', reason: 'malformed' }
  // The text of the amount as it came: it may have six decimals.
  if (!isSigned(given, sign(shop.hash, [sum, invoice], shop.password2, ownParts(fields))))
    return { kind: 'refused', reason: 'bad_signature' }
  const number = numberIn(invoice, NUMBER_MAX)
  const cabinetId = numberIn(fields[CABINET], Number.MAX_SAFE_INTEGER)
  if (number === null || cabinetId === null) return { kind: 'refused', reason: 'unknown_payment' }
  return { kind: 'paid', number, cabinetId, totalMinor: minorOf(sum), isTest: fields.IsTest === '1' }
}

const child = (of: XmlElement | null | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((at, name) => at?.children.find((one) => one.name === name), of ?? undefined)

const codeIn = (answer: XmlElement, part: 'Result' | 'State') => Number(child(answer, part, 'Code')?.text ?? Number.NaN)

async function ask(outbound: Outbound, shop: PaymentShop, verb: string, query: Fields): Promise<XmlElement | string> {
  const url = `${shop.serviceUrl}/${verb}?${new URLSearchParams(query).toString()}`
  const outcome = await outbound.send({ url, headers: { accept: 'text/xml' } })
  if (outcome.kind !== 'answered') return outcome.kind
  if (outcome.status !== 200) return `status ${outcome.status}`
  return readXml(outcome.text) ?? 'not readable'
}

const askOperation = (outbound: Outbound, shop: PaymentShop, number: number) =>
  ask(outbound, shop, 'OpStateExt', {
    MerchantLogin: shop.login,
    InvoiceID: String(number),
    Signature: sign(shop.hash, [shop.login, String(number)], shop.password2),
  })

/** 5 created · 10 cancelled or timed out · 20 held · 50 being credited · 60 returned · 80 being checked · 100 done */
const STATES: Readonly<Record<number, 'waiting' | 'cancelled' | 'failed'>> = {
  5: 'waiting',
  10: 'cancelled',
  20: 'waiting',
  50: 'waiting',
  60: 'failed',
  80: 'waiting',
}

/**
 * Whether the operation is one of another seller at the same shop, who happens to have used our number: its own
 * parameters are not ours. An answer without any is taken as it is.
 */
function isForeign(answer: XmlElement, cabinetId: number): boolean {
  const fields = child(answer, 'UserField')?.children ?? []
  const own = fields.find((one) => child(one, 'Name')?.text === CABINET)
  return fields.length > 0 && (own === undefined || child(own, 'Value')?.text !== String(cabinetId))
}

export function readState(answer: XmlElement | string, cabinetId: number): AskedState {
  if (typeof answer === 'string') return { kind: 'unanswered', detail: answer }
  const code = codeIn(answer, 'Result')
  if (code === 3) return { kind: 'unknown' }
  if (code !== 0) return { kind: 'unanswered', detail: `code ${code}` }
  if (isForeign(answer, cabinetId)) return { kind: 'unknown' }
  const state = codeIn(answer, 'State')
  if (state === 100) return { kind: 'paid', totalMinor: minorOf(child(answer, 'Info', 'OutSum')?.text ?? '') }
  const known = STATES[state]
  return known ? { kind: known } : { kind: 'unanswered', detail: `state ${state}` }
}

/** The list of currencies needs no password; an operation that cannot be proves the second one. */
async function check(shop: PaymentShop, outbound: Outbound): Promise<Checked> {
  const currencies = await ask(outbound, shop, 'GetCurrencies', { MerchantLogin: shop.login, Language: 'en' })
  if (typeof currencies === 'string') return 'unanswered'
  if (codeIn(currencies, 'Result') === 2) return 'wrong_login'
  if (codeIn(currencies, 'Result') !== 0) return 'unanswered'
  const answer = await askOperation(outbound, shop, NUMBER_MAX)
  if (typeof answer === 'string') return 'unanswered'
  const code = codeIn(answer, 'Result')
  if (code === 1) return 'wrong_password'
  return code === 0 || code === 3 ? 'right' : 'unanswered'
}

export const robokassa: PaymentProvider = {
  key: 'robokassa',
  payUrl: 'https://auth.robokassa.ru/Merchant/Index.aspx',
  serviceUrl: 'https://auth.robokassa.ru/Merchant/WebService/Service.asmx',
  linkOf,
  readResult,
  answerTo: (number) => `OK${number}`,
  placeOf: (fields) => fields[PLACE] ?? null,
  askState: async (shop, { number, cabinetId }, outbound) =>
    readState(await askOperation(outbound, shop, number), cabinetId),
  check,
}
