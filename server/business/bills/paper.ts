/** How a bill or an act reads: every word on it, in one language. It is stored as it was made. Pure. */
import { money } from '../../../card/values.ts'
import type { Payer } from '../../../contract/business/bills.ts'
import type { Supplier } from '../../../contract/business/billing.ts'
import type { Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { tagOf } from '../../../words/words.ts'
import { amountInWords } from './in-words.ts'
import { paymentCode, symbolOf } from './payment-qr.ts'

type Common = {
  number: string
  /** The Moscow day that is printed. */
  date: string
  amountMinor: number
  currency: string
  supplier: Supplier
  /** Null: the business itself. */
  payer: Payer | null
  business: string
}
export type BillFacts = Common & { kind: 'bill'; dueOn: string }
export type ActFacts = Common & { kind: 'act'; month: string }
export type Facts = BillFacts | ActFacts

type Line = readonly [label: string, text: string]
export type Paper = {
  lang: Language
  title: string
  lead: readonly Line[]
  parties: readonly { title: string; name: string; lines: readonly Line[] }[]
  bank: { title: string; lines: readonly Line[] } | null
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  totals: readonly Line[]
  inWords: Line
  code: { text: string; label: string } | null
  notes: readonly string[]
  signatures: readonly string[]
}

const dateIn = (lang: Language, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), { ...options, timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/\s?г\.$/, '')
/** `12 November 2026` */
export const dateText = (lang: Language, day: string) =>
  dateIn(lang, day, { day: 'numeric', month: 'long', year: 'numeric' })
/** `November 2026` */
export const monthText = (lang: Language, day: string) => dateIn(lang, day, { month: 'long', year: 'numeric' })

const filled = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '')
const spaced = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')

export const purposeOf = (facts: Facts, lang: Language): string =>
  facts.kind === 'bill'
    ? say(lang, 'papers.bill.purpose', { number: facts.number })
    : say(lang, 'papers.act.item', { month: monthText(lang, facts.month) })

export function paperOf(facts: Facts, lang: Language): Paper {
  const word = (key: string, values: Record<string, string> = {}) => say(lang, key, values)
  const isRouble = facts.currency === 'RUB'
  const { supplier, payer, number, currency } = facts
  const sum = `${money(facts.amountMinor)} ${currency}`
  const taxLabel = word(isRouble ? 'papers.inn' : 'papers.taxNumber')
  const item = facts.kind === 'bill' ? word('papers.bill.item') : purposeOf(facts, lang)
  return {
    lang,
    title: word(`papers.${facts.kind}.title`, { number }),
    lead: [
      [word('papers.date'), dateText(lang, facts.date)],
      ...(facts.kind === 'bill'
        ? ([
            [word('papers.dueOn'), dateText(lang, facts.dueOn)],
            ...(currency === 'CZK' ? [[word('papers.symbol'), symbolOf(number)] as const] : []),
            [word('papers.purpose'), purposeOf(facts, lang)],
          ] as const)
        : ([[word('papers.act.month'), monthText(lang, facts.month)]] as const)),
    ],
    parties: [
      {
        title: word('papers.supplier'),
        name: supplier.name,
        lines: filled([
          ['', supplier.address],
          [taxLabel, supplier.taxNumber],
          [word('papers.kpp'), supplier.kpp],
          [word('papers.registrationNumber'), supplier.registrationNumber],
        ]),
      },
      {
        title: word(facts.kind === 'bill' ? 'papers.payer' : 'papers.customer'),
        name: payer?.name ?? facts.business,
        lines: filled([
          ['', payer?.address ?? ''],
          [taxLabel, payer?.taxNumber ?? ''],
          [word('papers.bank'), payer?.bank ?? ''],
        ]),
      },
    ],
    bank:
      facts.kind === 'bill'
        ? {
            title: word('papers.transferTo'),
            lines: filled([
              [word('papers.bank'), supplier.bank],
              [word('papers.iban'), spaced(supplier.iban)],
              [word('papers.bic'), supplier.bic],
              [word('papers.account'), supplier.account],
              [word(isRouble ? 'papers.bik' : 'papers.bankCode'), supplier.bankCode],
              [word('papers.correspondentAccount'), supplier.correspondentAccount],
            ]),
          }
        : null,
    columns: [
      word('papers.columns.no'),
      word('papers.columns.item'),
      word('papers.columns.count'),
      word('papers.columns.price'),
      word('papers.columns.sum'),
    ],
    rows: [['1', item, '1', money(facts.amountMinor), money(facts.amountMinor)]],
    totals: [[word('papers.total'), sum]],
    inWords: [word('papers.inWords'), amountInWords(lang, facts.amountMinor, currency)],
    code: codeOf(facts, lang),
    notes: [supplier.vatNote, word(`papers.${facts.kind}.note`, { number })].filter((text) => text !== ''),
    signatures: facts.kind === 'act' ? [word('papers.supplier'), word('papers.customer')] : [],
  }
}

function codeOf(facts: Facts, lang: Language): Paper['code'] {
  if (facts.kind === 'act') return null
  const text = paymentCode({ ...facts, purpose: purposeOf(facts, lang) })
  return text === null ? null : { text, label: say(lang, 'papers.scan') }
}
