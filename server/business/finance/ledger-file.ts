/** The movements of an account as a file for spreadsheets, read and written a thousand at a time. */
import type { Binary } from '../../../contract/binary.ts'
import type { LEDGER_FORMATS } from '../../../contract/business/ledger.ts'
import { CURRENCY, type Language } from '../../../contract/limits.ts'
import { moscowDay, moscowDayAndTime } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type Cell, XLSX_TYPE, xlsxOf } from '../../base/xlsx.ts'
import { asText, BOM, csvLines } from '../../people/exports/exports.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { causeOf } from './cause.ts'
import { filterOf, type LedgerQuery, moduleOf } from './finance.ts'
import * as sql from './sql.ts'

const BATCH = 1000
const COLUMNS = ['no', 'at', 'event', 'note', 'amount', 'bonus', 'balance', 'currency'] as const
const WIDTHS = [8, 17, 36, 40, 14, 14, 14, 10]

function eventName({ event, tariff_key: tariff, slots, reference }: sql.TransactionRow, lang: Language): string {
  if (event === 'slot' && slots) return say(lang, 'payments.events.slots', { count: slots })
  const module = moduleOf({ event, reference })
  if (module !== null) return say(lang, `payments.events.modules.${module}`)
  if (event === 'tariff' && tariff)
    return say(lang, slots ? 'payments.events.tariffSlots' : 'payments.events.tariffOf', {
      name: say(lang, `cabinets.tariffs.${tariff}`),
      count: slots ?? 0,
    })
  return say(lang, `payments.events.${event}`)
}

/** What it was booked for, and what was written beside it. */
function noteOf(row: sql.TransactionRow, lang: Language): string {
  const { cause, subject } = causeOf(row)
  const why = cause === null ? '' : say(lang, `payments.causes.${cause}`, { subject })
  return [why, row.note].filter((text) => text !== '').join(' · ')
}

const cellsOf = (row: sql.TransactionRow, lang: Language): Cell[] => [
  row.no,
  { moment: moscowDayAndTime(row.at) },
  eventName(row, lang),
  noteOf(row, lang),
  { minor: row.amount_minor },
  { minor: row.bonus_minor },
  { minor: row.balance_minor },
  CURRENCY,
]

/** Outside of English a spreadsheet expects a comma before the cents. */
function lineText(cell: Cell, lang: Language): string {
  if (typeof cell === 'string') return asText(cell)
  if (typeof cell === 'number') return String(cell)
  if ('moment' in cell) return cell.moment
  const text = (cell.minor / 100).toFixed(2)
  return lang === 'en' ? text : text.replace('.', ',')
}

/** Each batch in a transaction of its own; rows that came meanwhile are left out. */
async function* batchesOf(app: App, cabinetId: number, filter: sql.LedgerFilter, lastNo: number) {
  let no = 0
  let rows: sql.TransactionRow[] = []
  do {
    const after = no
    rows = await openForWork(app, cabinetId, (db) => sql.rowsAfter(db, filter, { no: after, lastNo, limit: BATCH }))
    no = rows.at(-1)?.no ?? lastNo
    if (rows.length > 0) yield rows
  } while (rows.length === BATCH)
}

async function* csvOf(head: readonly string[], rows: AsyncIterable<Cell[][]>, lang: Language) {
  yield Buffer.from(BOM + csvLines([head], lang))
  for await (const some of rows)
    yield Buffer.from(
      csvLines(
        some.map((cells) => cells.map((cell) => lineText(cell, lang))),
        lang,
      ),
    )
}

type Asked = { app: App; db: CabinetDb; cabinet: { domain: string }; lang: Language }

export async function ledgerFile(
  { app, db, cabinet, lang }: Asked,
  query: LedgerQuery & { format: (typeof LEDGER_FORMATS)[number] },
): Promise<Binary> {
  const [lastNo, cabinetId] = [await sql.lastNoOf(db), db.cabinetId]
  async function* rows() {
    for await (const some of batchesOf(app, cabinetId, filterOf(query), lastNo))
      yield some.map((row) => cellsOf(row, lang))
  }
  const head = COLUMNS.map((name) => say(lang, `payments.file.${name}`))
  const name = `transactions-${cabinet.domain}-${moscowDay(app.clock.now())}`
  const bytes = new Uint8Array()
  return query.format === 'csv'
    ? { bytes, parts: csvOf(head, rows(), lang), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
    : {
        bytes,
        parts: xlsxOf({ sheet: say(lang, 'finance.tabs.transactions'), head, widths: WIDTHS, rows: rows() }),
        type: XLSX_TYPE,
        name: `${name}.xlsx`,
      }
}
