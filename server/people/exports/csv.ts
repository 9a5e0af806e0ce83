/** Clients as lines of a CSV file for spreadsheets. Pure. */
import { stringify } from 'csv-stringify/sync'
import { cardNumberText } from '../../../card/values.ts'
import { type ClientFieldValue, forClientFields } from '../../../contract/people/client-fields.ts'
import type { ExportColumn, Language } from '../../../contract/limits.ts'
import { moscowDayAndTime } from '../../../contract/time.ts'
import type { OwnPoints } from '../../../words/points.ts'
import { pointsIn, say } from '../../../words/say.ts'
import type { StoredClient } from '../clients/clients.ts'
import type { InWallets } from './chosen.ts'

/** Byte order mark: spreadsheets read the file as UTF-8. */
export const BOM = '\uFEFF'

export type Layout = {
  columns: readonly ExportColumn[]
  /** Variables of the cabinet, a column each in the place of `extra`. */
  variables: readonly string[]
  lang: Language
  /** What the business calls points. */
  points: OwnPoints
  /** Names of forms by their id. */
  forms: ReadonlyMap<string, string>
  /** Names of tags, by client. */
  tags: ReadonlyMap<string, readonly string[]>
  /** Wallets that have the card, by client. */
  wallets: ReadonlyMap<string, InWallets>
}

/** An international number, and so no formula: there is nothing in it to run. Other programs read it as it is. */
const E164 = /^\+[1-9]\d{6,14}$/

/**
 * A spreadsheet runs a text that begins like a formula, and anybody can type one into a form; an apostrophe prevents
 * that. Some spreadsheets read full-width signs as ASCII. See OWASP, "CSV Injection" (2026-11).
 */
export function asText(value: string): string {
  if (E164.test(value)) return value
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
}

/**
 * An amount as a number for the spreadsheet: `-1250.00`, or with a comma outside of English. It cannot be a formula.
 */
function amount(minor: number, lang: Language): string {
  const text = (minor / 100).toFixed(2)
  return lang === 'en' ? text : text.replace('.', ',')
}

/** A declared field of a client: digits and days are no formulas. */
function declaredText(value: ClientFieldValue): string {
  if (typeof value === 'string') return asText(value)
  return value === null ? '' : String(Number(value))
}

const dayAndTime = (at: Date | null | undefined): string => (at ? moscowDayAndTime(at) : '')

type Cell = (client: StoredClient, layout: Layout) => string

const CELLS: Readonly<Record<Exclude<ExportColumn, 'extra'>, Cell>> = {
  ...forClientFields<Cell>((name) => (client) => declaredText(client[name])),
  cardNumber: (client) => cardNumberText(client.card_number),
  template: (client) => asText(client.template_name),
  balance: (client, { lang }) => amount(client.balance_minor, lang),
  bonus: (client, { lang }) => amount(client.bonus_minor, lang),
  discount: (client, { lang }) => amount(client.discount_hundredths, lang),
  tel: (client) => asText(client.tel),
  email: (client) => asText(client.email),
  birthday: (client) => client.birthday ?? '',
  sex: (client, { lang }) => (client.sex ? say(lang, `clients.sex.${client.sex}`) : ''),
  tags: (client, { tags }) => asText((tags.get(client.id) ?? []).join(', ')),
  promoCode: (client) => asText(client.promo_code),
  installs: (client, { lang, wallets }) =>
    (wallets.get(client.id)?.installs ?? []).map((wallet) => say(lang, `clients.wallets.${wallet}`)).join(', '),
  removed: (client, { wallets }) => dayAndTime(wallets.get(client.id)?.removedAt),
  form: (client, { forms }) => asText(forms.get(client.form_id ?? '') ?? ''),
  consent: (client) => dayAndTime(client.consent_at),
  created: (client) => dayAndTime(client.created_at),
}

/** Rows of texts as lines; outside of English a spreadsheet expects semicolons. */
export const csvLines = (rows: readonly (readonly string[])[], lang: Language) =>
  stringify(
    rows.map((row) => [...row]),
    { delimiter: lang === 'en' ? ',' : ';', record_delimiter: 'windows', quoted: true, quoted_empty: true },
  )

/** The header line, with the byte order mark before it. */
export function headLine({ columns, variables, lang, points }: Layout): string {
  const forms = pointsIn(lang, points)
  const titles = columns.flatMap((column) =>
    column === 'extra' ? variables.map(asText) : [asText(say(lang, `exports.columns.${column}`, forms))],
  )
  return BOM + csvLines([titles], lang)
}

export function clientLines(clients: readonly StoredClient[], layout: Layout): string {
  return csvLines(
    clients.map((client) =>
      layout.columns.flatMap((column) =>
        column === 'extra'
          ? layout.variables.map((name) => asText(client.extra[name] ?? ''))
          : [CELLS[column](client, layout)],
      ),
    ),
    layout.lang,
  )
}
