/**
 * Writes a table as an XLSX file with one sheet, row by row, so that a long one is never in memory as a whole. Texts
 * are inline strings, which no program reads as a formula. ECMA-376, part 1, sections 18.3 and 18.8 (2026-11).
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Money in minor units, a moment as it is read in Moscow: `2026-11-21 16:05`. */
export type Cell = string | number | { minor: number } | { moment: string }
type Table = {
  sheet: string
  head: readonly string[]
  /** Of each column, in characters. */
  widths: readonly number[]
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Of cells: as they are, the head, money, moments. */
const [PLAIN, HEAD, MONEY, MOMENT] = [0, 1, 2, 3]
/** The day before the first one of spreadsheets, as they count since 1 March 1900. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const FORMAT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** XML allows no control characters but tab and line breaks, and no halves of surrogates. */
const escape = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const textCell = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escape(text)}</t></is></c>`

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return textCell(cell, PLAIN)
  if (typeof cell === 'number') return `<c s="${PLAIN}"><v>${cell}</v></c>`
  if ('minor' in cell) return `<c s="${MONEY}"><v>${(cell.minor / 100).toFixed(2)}</v></c>`
  const days = (Date.parse(`${cell.moment.replace(' ', 'T')}Z`) - DAY_ZERO_MS) / DAY_MS
  return `<c s="${MOMENT}"><v>${days}</v></c>`
}

const rowText = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

async function* sheetOf({ head, widths, rows }: Table): AsyncGenerator<Buffer> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
      `<cols>${columns.join('')}</cols><sheetData>${rowText(head.map((title) => textCell(title, HEAD)))}`,
  )
  for await (const some of rows) yield Buffer.from(some.map((row) => rowText(row.map(cellText))).join(''))
  yield Buffer.from('</sheetData></worksheet>')
}

const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>` +
  '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/>' +
  '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>' +
  '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/>' +
  '<xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/>' +
  '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>'

const CONTENT_TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${FORMAT}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${FORMAT}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${FORMAT}.styles+xml"/></Types>`

const relationText = (type: string, target: string, at: number) =>
  `<Relationship Id="r${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`

const relationsOf = (...targets: readonly [type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `${targets.map(([type, target], at) => relationText(type, target, at)).join('')}</Relationships>`

/** A sheet's name has at most 31 characters and none of these. */
const sheetName = (text: string) => escape(text.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31))

/** The file in pieces. A failure while rows are read ends it, so that half a file is not taken for a whole one. */
export function xlsxOf(table: Table): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const book =
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
    `<sheet name="${sheetName(table.sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`
  for (const [path, text] of [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relationsOf(['officeDocument', 'xl/workbook.xml'])],
    ['xl/workbook.xml', book],
    ['xl/_rels/workbook.xml.rels', relationsOf(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    ['xl/styles.xml', STYLES],
  ] as const)
    zip.addBuffer(Buffer.from(text), path)
  const sheet = Readable.from(sheetOf(table))
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  sheet.on('error', fail)
  output.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}
