/** Reads the parts of a workbook, each from a stream: its sheets, its shared texts, its styles and the cells of one. */
import { SaxesParser } from 'saxes'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { clip, expectRoom, FileRefused, type Line } from './table-file.ts'
import { cellOfNumber, kindOfFormat, type NumberKind } from './xlsx-formats.ts'

type Bytes = AsyncIterable<Uint8Array>
type Attributes = Readonly<Record<string, string>>
type Handler = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const TEXTS_MAX = 64 * 1024 * 1024
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Entities of a document of its own are not expanded: they are a fault. */
async function walk(bytes: Bytes, { open, text, close }: Handler): Promise<void> {
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new FileRefused('damaged')
  })
  parser.on('opentag', ({ name, attributes }) => open?.(localName(name), attributes))
  parser.on('text', (piece) => text?.(piece))
  parser.on('cdata', (piece) => text?.(piece))
  parser.on('closetag', ({ name }) => close?.(localName(name)))
  const decoder = new TextDecoder()
  for await (const piece of bytes) parser.write(decoder.decode(piece, { stream: true }))
  parser.write(decoder.decode()).close()
}

export type Sheet = { name: string; relation: string }

export async function readWorkbook(bytes: Bytes): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = []
  let is1904 = false
  await walk(bytes, {
    open(name, at) {
      if (name === 'workbookPr') is1904 = at.date1904 === '1' || at.date1904 === 'true'
      if (name !== 'sheet' || at.state === 'hidden' || at.state === 'veryHidden' || sheets.length >= 100) return
      const relation = Object.entries(at).find(([key]) => localName(key) === 'id' && key.includes(':'))?.[1] ?? ''
      sheets.push({ name: (at.name ?? '').slice(0, 100), relation })
    },
  })
  return { sheets, is1904 }
}

/** Paths inside the archive by the name of their relation. */
export async function readRelations(bytes: Bytes): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await walk(bytes, {
    open(name, at) {
      if (name !== 'Relationship' || at.Target === undefined) return
      targets.set(at.Id ?? '', at.Target.startsWith('/') ? at.Target.slice(1) : `xl/${at.Target}`)
    },
  })
  return targets
}

/** What the numbers in cells of each style mean. */
export async function readStyles(bytes: Bytes): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isInCells = false
  await walk(bytes, {
    open(name, at) {
      if (name === 'numFmt') codes.set(Number(at.numFmtId), at.formatCode ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells || kinds.length >= 65_536) return
      const id = Number(at.numFmtId)
      kinds.push(kindOfFormat(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return kinds
}

/** Texts that cells name by their place. Notes on pronunciation are left out. */
export async function readTexts(bytes: Bytes): Promise<string[]> {
  const texts: string[] = []
  let signs = 0
  let current = ''
  let isIn = false
  let isNote = false
  await walk(bytes, {
    open(name) {
      if (name === 'si') current = ''
      if (name === 't') isIn = true
      if (name === 'rPh') isNote = true
    },
    text(piece) {
      if (isIn && !isNote && current.length <= IMPORT_LIMITS.cellLength) current += piece
    },
    close(name) {
      if (name === 't') isIn = false
      if (name === 'rPh') isNote = false
      if (name !== 'si') return
      signs += current.length + 8
      if (signs > TEXTS_MAX) throw new FileRefused('too_large')
      texts.push(clip(current.trim()))
    },
  })
  return texts
}

/** `AB12` is column 27; without a reference the cell follows the one before it. */
function columnOf(reference: string | undefined, next: number): number {
  const found = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return found === undefined ? next : [...found].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1
}

type Known = { texts: readonly string[]; kinds: readonly NumberKind[]; is1904: boolean }

/** What a formula comes to counts, as the file has it; no formula is calculated. */
export async function readCells(bytes: Bytes, { texts, kinds, is1904 }: Known): Promise<Line[]> {
  const lines: Line[] = []
  let line: Line = { line: 0, cells: [] }
  let column = -1
  let cell: Attributes = {}
  let value = ''
  let isIn = false
  const cellOf = () => {
    if (cell.t === 's') return texts[Number(value)] ?? ''
    if (cell.t === undefined || cell.t === 'n')
      return cellOfNumber(value, kinds[Number(cell.s ?? 0)] ?? 'plain', is1904)
    if (cell.t === 'e') return ''
    return clip((cell.t === 'd' ? value.slice(0, 10) : value).trim())
  }
  await walk(bytes, {
    open(name, at) {
      if (name === 'row') {
        line = { line: Number(at.r) || line.line + 1, cells: [] }
        column = -1
      }
      if (name === 'c') {
        column = columnOf(at.r, column + 1)
        cell = at
        value = ''
      }
      if (name === 'v' || name === 't') isIn = true
    },
    text(piece) {
      if (isIn && value.length <= IMPORT_LIMITS.cellLength) value += piece
    },
    close(name) {
      if (name === 'v' || name === 't') isIn = false
      if (name === 'c' && value !== '') {
        if (column >= IMPORT_LIMITS.columns) throw new FileRefused('too_many_columns', line.line)
        while (line.cells.length < column) line.cells.push('')
        line.cells[column] = cellOf()
      }
      if (name === 'row' && line.cells.length > 0) expectRoom(lines.push(line))
    },
  })
  return lines
}
