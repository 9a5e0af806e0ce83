/** How the statement of a payout reads: every word on it, in one language. It is stored as it was made. Pure. */
import { money } from '../../../card/values.ts'
import type { Supplier } from '../../../contract/business/billing.ts'
import { PARTNER_TERMS } from '../../../contract/business/partner.ts'
import type { Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { amountInWords, dateText, type Paper } from '../bills/bills.ts'

export type StatementFacts = {
  number: string
  /** The Moscow day that is printed. */
  date: string
  amountMinor: number
  currency: string
  /** Null: the operator has not entered any details; the name of the product stands for it. */
  supplier: Supplier | null
  brand: string
  business: string
  /** By business, whose name is masked. */
  lines: readonly { name: string; baseMinor: number; shareMinor: number }[]
}

export function statementPaper(facts: StatementFacts, lang: Language): Paper {
  const word = (key: string, values: Record<string, string> = {}) => say(lang, key, values)
  const { supplier, number, currency, amountMinor, lines } = facts
  const filled = (rows: readonly (readonly [string, string])[]) => rows.filter(([, text]) => text !== '')
  return {
    lang,
    title: word('papers.payout.title', { number }),
    lead: [[word('papers.date'), dateText(lang, facts.date)]],
    parties: [
      {
        title: word('papers.payout.from'),
        name: supplier?.name ?? facts.brand,
        lines: filled([
          ['', supplier?.address ?? ''],
          [word(currency === 'RUB' ? 'papers.inn' : 'papers.taxNumber'), supplier?.taxNumber ?? ''],
          [word('papers.registrationNumber'), supplier?.registrationNumber ?? ''],
        ]),
      },
      { title: word('papers.payout.to'), name: facts.business, lines: [] },
    ],
    bank: null,
    columns: [
      word('papers.columns.no'),
      word('papers.payout.item'),
      word('papers.payout.rate'),
      word('papers.payout.base'),
      word('papers.payout.share'),
    ],
    rows: lines.map(({ name, baseMinor, shareMinor }, at) => [
      String(at + 1),
      name,
      `${PARTNER_TERMS.percent} %`,
      money(baseMinor),
      money(shareMinor),
    ]),
    totals: [[word('papers.total'), `${money(amountMinor)} ${currency}`]],
    inWords: [word('papers.inWords'), amountInWords(lang, amountMinor, currency)],
    code: null,
    notes: [word('papers.payout.note')],
    signatures: [],
  }
}
