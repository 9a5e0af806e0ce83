/** Sets a bill or an act on A4. The same paper and moment give the same bytes. */
import { encodeQr } from '../../../card/qr.ts'
import { tagOf } from '../../../words/words.ts'
import { type FontName, fontOf, newDocument } from '../../base/print.ts'
import type { Paper } from './paper.ts'

const MARGIN = 48
const GAP = 16
const INK = '#111111'
const QUIET = '#555555'
const RULE = '#bbbbbb'
const QR_SIDE = 118
/** Of the columns of the table, as parts of its width. */
const COLUMNS = [0.06, 0.5, 0.1, 0.17, 0.17] as const

type Doc = PDFKit.PDFDocument
const innerWidth = (doc: Doc) => doc.page.width - 2 * MARGIN

/** Letters that the font lacks, and those that turn the direction of writing, are left out. */
function printable(font: FontName, text: string): string {
  return Array.from(text.replace(/[\p{Cc}\p{Cf}]/gu, ' '))
    .filter((letter) => fontOf(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .join('')
}

type Style = { bold?: boolean; size?: number; colour?: string; align?: 'left' | 'right' }

/** @returns where the next line begins */
function write(doc: Doc, text: string, at: { x: number; y: number; width: number }, style: Style = {}): number {
  const font = style.bold ? 'bold' : 'plain'
  doc
    .font(font)
    .fontSize(style.size ?? 9)
    .fillColor(style.colour ?? INK)
  doc.text(printable(font, text), at.x, at.y, { width: at.width, align: style.align ?? 'left', lineGap: 1.5 })
  return doc.y
}

/** Room for something that must not be broken; else it begins on a new page. */
function makeRoom(doc: Doc, y: number, height: number): number {
  if (y + height <= doc.page.height - MARGIN) return y
  doc.addPage()
  return MARGIN
}

/** Labels above their texts, in a column. @returns where it ends */
function writeLines(
  doc: Doc,
  lines: readonly (readonly [string, string])[],
  at: { x: number; y: number; width: number },
): number {
  let { y } = at
  for (const [label, text] of lines) {
    if (label === '') y = write(doc, text, { ...at, y }) + 2
    else {
      const labelWidth = Math.min(112, at.width * 0.36)
      const below = write(doc, label, { x: at.x, y, width: labelWidth }, { colour: QUIET })
      y = Math.max(below, write(doc, text, { x: at.x + labelWidth + 6, y, width: at.width - labelWidth - 6 })) + 2
    }
  }
  return y
}

function writeParties(doc: Doc, { parties }: Paper, y: number): number {
  const width = (innerWidth(doc) - GAP) / 2
  const ends = parties.map(({ title, name, lines }, i) => {
    const x = MARGIN + i * (width + GAP)
    const below = write(doc, title, { x, y, width }, { colour: QUIET, size: 8 })
    return writeLines(doc, lines, { x, y: write(doc, name, { x, y: below + 1, width }, { bold: true }) + 2, width })
  })
  return Math.max(...ends)
}

/** The account to pay to, with the code beside it. */
function writeBank(doc: Doc, { bank, code }: Paper, start: number): number {
  if (!bank) return start
  const y = makeRoom(doc, start, QR_SIDE + 20)
  const width = innerWidth(doc) - (code ? QR_SIDE + GAP : 0)
  const top = write(doc, bank.title, { x: MARGIN, y, width }, { bold: true, size: 10 }) + 4
  const end = writeLines(doc, bank.lines, { x: MARGIN, y: top, width })
  if (!code) return end
  const x = MARGIN + innerWidth(doc) - QR_SIDE
  drawCode(doc, code.text, { x, y, side: QR_SIDE })
  const label = write(doc, code.label, { x, y: y + QR_SIDE + 2, width: QR_SIDE }, { size: 7, colour: QUIET })
  return Math.max(end, label)
}

/** Dark runs of each row as one shape: no seams between modules. The white around is part of the side. */
function drawCode(doc: Doc, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { size, modules } = encodeQr(text)
  const module = side / (size + 8)
  doc.save().translate(x + 4 * module, y + 4 * module)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && modules[row * size + column] === 1) column++
      if (column > start) doc.rect(start * module, row * module, (column - start) * module, module)
    }
  doc.fill('#000000').restore()
}

function rule(doc: Doc, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + innerWidth(doc), y)
    .lineWidth(0.5)
    .stroke(RULE)
}

function writeTable(doc: Doc, { columns, rows, totals }: Paper, start: number): number {
  const widths = COLUMNS.map((part) => part * innerWidth(doc))
  const row = (texts: readonly string[], y: number, style: Style) => {
    let x = MARGIN
    const ends = texts.map((text, i) => {
      const width = (widths[i] ?? 0) - 6
      const end = write(doc, text, { x, y, width }, { ...style, align: i >= 2 ? 'right' : 'left' })
      x += widths[i] ?? 0
      return end
    })
    return Math.max(...ends) + 4
  }
  let y = makeRoom(doc, start, 80)
  rule(doc, y)
  y = row(columns, y + 5, { colour: QUIET, size: 8 })
  rule(doc, y)
  for (const texts of rows) y = row(texts, makeRoom(doc, y + 6, 24), {})
  rule(doc, y + 2)
  y = makeRoom(doc, y + 8, 24)
  for (const [label, text] of totals) {
    const half = innerWidth(doc) / 2
    write(doc, label, { x: MARGIN, y, width: half }, { bold: true, size: 11 })
    y = write(doc, text, { x: MARGIN + half, y, width: half - 6 }, { bold: true, size: 11, align: 'right' }) + 4
  }
  return y
}

function writeEnd(doc: Doc, { inWords, notes, signatures }: Paper, start: number): void {
  const width = innerWidth(doc)
  let y = makeRoom(doc, start, 40)
  y = write(doc, inWords[0], { x: MARGIN, y, width }, { colour: QUIET, size: 8 }) + 1
  y = write(doc, inWords[1], { x: MARGIN, y, width }, { bold: true }) + 10
  for (const note of notes) y = write(doc, note, { x: MARGIN, y: makeRoom(doc, y, 24), width }) + 3
  if (signatures.length === 0) return
  y = makeRoom(doc, y + 36, 40)
  const half = (width - GAP) / 2
  signatures.forEach((name, i) => {
    const x = MARGIN + i * (half + GAP)
    doc
      .moveTo(x, y)
      .lineTo(x + half, y)
      .lineWidth(0.5)
      .stroke(INK)
    write(doc, name, { x, y: y + 4, width: half }, { colour: QUIET, size: 8 })
  })
}

/** @param at when it was made: its moment is part of the bytes */
export function writePaper(paper: Paper, at: Date): Promise<Buffer> {
  const doc = newDocument({
    size: 'A4',
    margin: MARGIN,
    lang: tagOf(paper.lang),
    displayTitle: true,
    info: { Title: paper.title, CreationDate: at, ModDate: at, Producer: 'Kartoteka', Creator: 'Kartoteka' },
  })
  const chunks: Buffer[] = []
  return new Promise((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
    const width = innerWidth(doc)
    let y = write(doc, paper.title, { x: MARGIN, y: MARGIN, width }, { bold: true, size: 17 }) + 10
    y = writeLines(doc, paper.lead, { x: MARGIN, y, width }) + 10
    y = writeParties(doc, paper, y) + 18
    y = paper.bank ? writeBank(doc, paper, y) + 18 : y
    y = writeTable(doc, paper, y) + 10
    writeEnd(doc, paper, y)
    doc.end()
  })
}
