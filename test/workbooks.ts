/** Small XLSX files, made by hand. */
import { makeZip } from './make-zip.ts'

const xml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** A number in a style: `{ number: 33000, style: 1 }`. */
export type Sheet = readonly (readonly (string | number | { number: number; style: number })[])[]

/** Styles of the cells: 1 a day, 2 a percentage, 3 six digits, 4 a day of a format of its own. */
const STYLES = `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="000000"/>
  <numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy;@"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>
  </styleSheet>`

function cellXml(cell: Sheet[number][number], place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="${cell.style}"><v>${cell.number}</v></c>`
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${xml(cell)}</t></is></c>`
}

const placeOf = (column: number, row: number) => `${String.fromCharCode(65 + column)}${row + 1}`

export const sheetXml = (rows: Sheet): string =>
  `<worksheet><sheetData>${rows
    .map(
      (row, at) => `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, placeOf(column, at))).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

/** The parts of a workbook by their paths. */
export const workbookParts = (sheet: string): Record<string, string> => ({
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Base" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/styles.xml': STYLES,
  'xl/worksheets/sheet1.xml': sheet,
})

export const workbook = (rows: Sheet): Uint8Array<ArrayBuffer> => makeZip(workbookParts(sheetXml(rows)), true)
