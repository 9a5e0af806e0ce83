/** The sentences of a notice. They are made when it is read, in the reader's language. */
import type { NotificationType } from '../../../contract/platform/notifications.ts'
import { moneyText, numberText } from '../../../contract/figures.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { dayText, momentText } from '../../base/moment-text.ts'

/** Values of the sentences. Times are ISO in UTC. */
type Details = {
  /** The CRM as a whole; how many clients of a run it refused; or fields of the map that are gone there. */
  integration_failed:
    | { crm: string; isConsentOver?: true }
    | { crm: string; failed: number; total: number }
    | { crm: string; fields: string }
  /** Name of the SMS provider, null for the product's own; or how many more SMS than usual are sent. */
  sms_failed:
    | { provider: string | null }
    | { rise: 'hour'; sent: number }
    | { rise: 'day'; sent: number; limit: number }
  /** Keys of the tariffs, or names the operator gave them. */
  changing_tariff: { from: string; to: string }
  tariff_time_limit: { until: string; isOver: boolean }
  tariff_of_cards_limit: { used: number; limit: number }
  /**
   * Pass type of the certificate, `cards` on iPhones that a replaced one still signs; or what Apple refuses: the
   * certificate itself, or all phones because of the host.
   */
  tariff_certificate_expires:
    | { name: string; expiresAt: string; isOver: boolean; cards?: number }
    | { name: string; refused: 'certificate' | 'phones' }
  /** Calls with keys in the current hour. */
  api_request_limit: { used: number; limit: number }
  /**
   * The last day that is paid for, `2026-12-24`; or until when everything still works without money, or what is owed.
   */
  balance_ends:
    | { until: string; isOver: false }
    | { until: null; isOver: true; graceUntil?: string; owedMinor?: number }
  /** Cards of a run that were not reached, of all of them. */
  push_failed: { name: string; failed: number; total: number }
  bill_paid: { number: string; amountMinor: number; restMinor: number }
  /** Number of the card payment or of the bill. */
  money_returned: { number: string; isCard: boolean; amountMinor: number }
  /** Shares of an agent that are not held any more. */
  shares_released: { amountMinor: number }
  /** Number of the statement. */
  payout_booked: { number: string; amountMinor: number }
  /** Prices for thirty days; the first Moscow day at the new one, `2026-12-24`. */
  module_price: { module: string; fromMinor: number; toMinor: number; startsOn: string }
  /** Username of the bot. */
  telegram_lost: { bot: string }
  /** Name of the issuer; what Google wrote about a rejection, empty if nothing. */
  google_review: { issuer: string; isApproved: boolean; reason: string }
}
export type News = { [T in NotificationType]: { type: T; detail: Details[T] } }[NotificationType]

type Sentences = { key: string; values: Record<string, string | number> }

/** Of what only a newer version can word. */
const NEWER: Sentences = { key: 'newer', values: {} }

function numberOf(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('not a number')
  return numberText(value)
}

const sumText = (minor: number): string => `${moneyText(minor)}\u00A0${CURRENCY}`

function tariffText(lang: Language, tariff: string): string {
  const key = `cabinets.tariffs.${tariff}`
  const text = say(lang, key)
  return text === key ? tariff : text
}

function sentencesOf({ type, detail }: News, lang: Language): Sentences {
  switch (type) {
    case 'integration_failed':
      if ('fields' in detail) return { key: 'integrationFields', values: detail }
      return 'total' in detail
        ? { key: 'integrationClients', values: { crm: detail.crm, ...countsOf(detail) } }
        : { key: detail.isConsentOver ? 'integrationConsent' : 'integration', values: { crm: detail.crm } }
    case 'sms_failed':
      return smsSentences(detail)
    case 'changing_tariff':
      return { key: 'tariff', values: { from: tariffText(lang, detail.from), to: tariffText(lang, detail.to) } }
    case 'tariff_time_limit':
      return { key: detail.isOver ? 'demoOver' : 'demoEnds', values: { date: dayText(lang, new Date(detail.until)) } }
    case 'tariff_of_cards_limit':
      return {
        key: detail.used < detail.limit ? 'mostCards' : 'allCards',
        values: { count: detail.limit, used: numberOf(detail.used), limit: numberOf(detail.limit) },
      }
    case 'tariff_certificate_expires':
      if ('refused' in detail)
        return {
          key: detail.refused === 'certificate' ? 'certificateRefused' : 'phonesRefused',
          values: { name: detail.name },
        }
      return {
        key:
          detail.cards === undefined
            ? detail.isOver
              ? 'certificateOver'
              : 'certificateEnds'
            : detail.isOver
              ? 'oldCertificateOver'
              : 'oldCertificateEnds',
        values: {
          name: detail.name,
          date: dayText(lang, new Date(detail.expiresAt)),
          ...(detail.cards !== undefined && { cards: numberOf(detail.cards) }),
        },
      }
    case 'api_request_limit':
      return {
        key: detail.used < detail.limit ? 'mostCalls' : 'allCalls',
        values: { count: detail.limit, used: numberOf(detail.used), limit: numberOf(detail.limit) },
      }
    case 'balance_ends':
      return balanceSentences(detail, lang)
    case 'push_failed':
      return { key: 'pushFailed', values: { name: detail.name, ...countsOf(detail) } }
    case 'bill_paid':
      return {
        key: detail.restMinor > 0 ? 'billPartlyPaid' : 'billPaid',
        values: { number: detail.number, amount: sumText(detail.amountMinor), rest: sumText(detail.restMinor) },
      }
    case 'money_returned':
      return {
        key: detail.isCard ? 'paymentReturned' : 'billReturned',
        values: { number: detail.number, amount: sumText(detail.amountMinor) },
      }
    case 'shares_released':
      return { key: 'sharesReleased', values: { amount: sumText(detail.amountMinor) } }
    case 'payout_booked':
      return { key: 'payoutBooked', values: { number: detail.number, amount: sumText(detail.amountMinor) } }
    case 'module_price':
      return priceSentences(detail, lang)
    case 'telegram_lost':
      return { key: 'telegramLost', values: { bot: detail.bot } }
    case 'google_review':
      return {
        key: detail.isApproved ? 'googleApproved' : detail.reason === '' ? 'googleRejected' : 'googleRejectedWhy',
        values: { issuer: detail.issuer, reason: detail.reason },
      }
    default:
      return NEWER
  }
}

const countsOf = ({ failed, total }: { failed: number; total: number }) => ({
  count: total,
  failed: numberOf(failed),
  total: numberOf(total),
})

function balanceSentences(detail: Details['balance_ends'], lang: Language): Sentences {
  if (!detail.isOver) return { key: 'balanceEnds', values: { date: dayText(lang, new Date(detail.until)) } }
  if (detail.owedMinor !== undefined)
    return { key: 'balanceOwes', values: { amount: `${moneyText(detail.owedMinor)}\u00a0${CURRENCY}` } }
  if (detail.graceUntil !== undefined)
    return { key: 'balanceGrace', values: { time: momentText(lang, new Date(detail.graceUntil)) } }
  return { key: 'balanceOver', values: {} }
}

function priceSentences({ module, fromMinor, toMinor, startsOn }: Details['module_price'], lang: Language): Sentences {
  return {
    key: toMinor === 0 ? 'moduleIncluded' : fromMinor === 0 ? 'modulePriced' : 'modulePrice',
    values: {
      module: say(lang, `marketplace.modules.${module}.name`),
      from: sumText(fromMinor),
      to: sumText(toMinor),
      date: dayText(lang, new Date(startsOn)),
    },
  }
}

function smsSentences(detail: Details['sms_failed']): Sentences {
  if ('provider' in detail)
    return detail.provider === null
      ? { key: 'ownSms', values: {} }
      : { key: 'sms', values: { provider: detail.provider } }
  return detail.rise === 'hour'
    ? { key: 'smsHour', values: { sent: numberOf(detail.sent) } }
    : { key: 'smsDay', values: { sent: numberOf(detail.sent), limit: numberOf(detail.limit) } }
}

/** A newer version may have stored another type, or other values with a type that is known. */
function wordable(news: News, lang: Language): Sentences {
  try {
    return sentencesOf(news, lang)
  } catch {
    return NEWER
  }
}

export function wordNews(news: News, lang: Language): { title: string; text: string } {
  const { key, values } = wordable(news, lang)
  return {
    title: say(lang, `notices.${key}.title`, values),
    text: say(lang, `notices.${key}.text`, values),
  }
}
