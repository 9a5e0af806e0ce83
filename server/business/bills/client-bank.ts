/** Incoming payments of a 1C ClientBankExchange file. Pure. */
import { type Incoming, minorOf, type StatementFault } from './incoming.ts'

type Section = Map<string, string>

/** The sixth to eighth digits of an account in Russia are its currency. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '810': 'RUB',
  '643': 'RUB',
  '978': 'EUR',
  '203': 'CZK',
  '840': 'USD',
}
const currencyOf = (account: string) => CURRENCIES[account.slice(5, 8)] ?? 'RUB'

/** `25.11.2026` */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text.trim()) ?? []
  const written = `${year}-${month}-${day}`
  return year !== undefined && !Number.isNaN(Date.parse(written)) ? written : null
}

/** `ИНН 7707083893 ООО Ромашка` is the older way to name a payer. */
const withoutTaxNumber = (text: string) => text.replace(/^ИНН\s*\d+\s*/i, '').trim()

function lineOf(section: Section): Incoming | null {
  const of = (key: string) => section.get(key)?.trim() ?? ''
  const amountMinor = minorOf(of('Сумма'))
  const bookedOn = dayOf(of('ДатаПоступило') || of('Дата'))
  if (amountMinor === null || bookedOn === null) return null
  return {
    bookedOn,
    amountMinor,
    currency: currencyOf(of('ПолучательСчет') || of('ПолучательРасчСчет')),
    payer: of('Плательщик1') || withoutTaxNumber(of('Плательщик')),
    taxNumber: of('ПлательщикИНН'),
    purpose: (of('НазначениеПлатежа') || [1, 2, 3, 4, 5, 6].map((no) => of(`НазначениеПлатежа${no}`)).join(' '))
      .trim()
      .slice(0, 500),
    reference: [of('ПолучательСчет'), of('ПлательщикСчет'), of('Номер'), of('Дата')].join('|'),
  }
}

/** Of the account of the file: what it receives. A file without one says so by the day of arrival. */
function isIncoming(section: Section, own: ReadonlySet<string>): boolean {
  const to = section.get('ПолучательСчет')?.trim() ?? section.get('ПолучательРасчСчет')?.trim() ?? ''
  if (own.size > 0 && to !== '') return own.has(to)
  return (section.get('ДатаПоступило')?.trim() ?? '') !== ''
}

export function readClientBank(text: string): Incoming[] | StatementFault {
  const own = new Set<string>()
  const lines: Incoming[] = []
  let section: Section | null = null
  let isEnded = false
  for (const row of text.split(/\r?\n/)) {
    const cut = row.indexOf('=')
    const [key, value] = cut < 0 ? [row.trim(), ''] : [row.slice(0, cut).trim(), row.slice(cut + 1)]
    if (key === 'СекцияДокумент') {
      if (section !== null) return 'statement_unreadable'
      section = new Map()
    } else if (key === 'КонецДокумента') {
      if (section === null) return 'statement_unreadable'
      if (isIncoming(section, own)) {
        const line = lineOf(section)
        if (line === null) return 'statement_unreadable'
        lines.push(line)
      }
      section = null
    } else if (key === 'КонецФайла') isEnded = true
    else if (section !== null) section.set(key, value)
    else if (key === 'РасчСчет' && value.trim() !== '') own.add(value.trim())
  }
  return isEnded && section === null ? lines : 'statement_unreadable'
}
