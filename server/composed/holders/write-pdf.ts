/** Sets titles, lines and tables as a PDF on A4, in a font that has Latin and Cyrillic letters. */
import { type Language } from '../../../contract/limits.ts'
import { tagOf } from '../../../words/words.ts'
import { type FontName, newDocument } from '../../base/print.ts'

export type Section = { title: string } & (
  | { lines: readonly (readonly [string, string])[] }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] }
)
/** `empty`: what is shown in a section without anything in it. */
export type Pages = { title: string; lead: string; empty: string; sections: readonly Section[] }

const MARGIN = 48
const LABEL_WIDTH = 170
const GAP = 10

type Doc = PDFKit.PDFDocument

/** A page ends before something that has no room on it. */
function makeRoom(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
}

const isLine = (doc: Doc, text: string, width: number) =>
  text !== '' && !text.includes('\n') && doc.widthOfString(text) <= width

/** Texts beside each other; the tallest one decides where the next line begins. */
function setCells(doc: Doc, cells: readonly (readonly [string, number])[], font: FontName): void {
  doc.font(font).fontSize(9).fillColor('#111')
  // Most texts fit into a line. To break one into lines takes as long as all else, and it is done twice.
  const set = cells.map(([text, width]) => ({ text, width, isLine: isLine(doc, text, width - GAP) }))
  const height = Math.max(
    ...set.map(({ text, width, isLine: fits }) =>
      fits ? doc.currentLineHeight(true) : doc.heightOfString(text, { width: width - GAP }),
    ),
  )
  makeRoom(doc, height + 4)
  const top = doc.y
  let left = MARGIN
  for (const { text, width, isLine: fits } of set) {
    doc.text(text, left, top, fits ? { lineBreak: false } : { width: width - GAP })
    left += width
  }
  doc.x = MARGIN
  doc.y = top + height + 4
}

function setSection(doc: Doc, section: Section, empty: string): void {
  const whole = doc.page.width - 2 * MARGIN
  makeRoom(doc, 60)
  doc.moveDown(0.8).font('bold').fontSize(12).fillColor('#111').text(section.title, MARGIN).moveDown(0.4)
  const isEmpty = 'lines' in section ? section.lines.length === 0 : section.rows.length === 0
  if (isEmpty) return void doc.font('plain').fontSize(9).fillColor('#555').text(empty, MARGIN)
  if ('lines' in section) {
    for (const [label, value] of section.lines)
      setCells(
        doc,
        [
          [label, LABEL_WIDTH],
          [value, whole - LABEL_WIDTH],
        ],
        'plain',
      )
    return
  }
  const width = whole / section.columns.length
  setCells(
    doc,
    section.columns.map((title) => [title, width] as const),
    'bold',
  )
  for (const row of section.rows)
    setCells(
      doc,
      row.map((text) => [text, width] as const),
      'plain',
    )
}

export function writePdf(pages: Pages, lang: Language): Promise<Buffer> {
  const doc = newDocument({ size: 'A4', margin: MARGIN, lang: tagOf(lang), info: { Title: pages.title } })
  const chunks: Buffer[] = []
  return new Promise((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
    doc.font('bold').fontSize(18).fillColor('#111').text(pages.title)
    doc.moveDown(0.3).font('plain').fontSize(9).fillColor('#555').text(pages.lead)
    for (const section of pages.sections) setSection(doc, section, pages.empty)
    doc.end()
  })
}
