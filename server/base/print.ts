/**
 * PDF documents in fonts with Latin, Cyrillic and Greek letters. pdfkit would read and parse its fonts anew for every
 * document, which took most of its time: here each is parsed once.
 */
import { createRequire } from 'node:module'
import type { Font, Glyph, GlyphPosition, GlyphRun, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import { LRU } from './lru.ts'

const require = createRequire(import.meta.url)
type Format = { new (stream: { buffer: Uint8Array }): Font; probe(bytes: Uint8Array): boolean }
/** As pdfkit asks for it: an import would be another copy, which knows other formats. */
const fontkit = require('fontkit') as { openSync: typeof openSync; registerFormat(format: Format): void }

const FILES = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const
export type FontName = keyof typeof FILES
export const FONT_NAMES = Object.keys(FILES) as FontName[]

const parsed = new Map<FontName, Font>()

export function fontOf(name: FontName): Font {
  const font = parsed.get(name) ?? (fontkit.openSync(FILES[name]) as Font)
  parsed.set(name, font)
  return font
}

/** A "file" that only names a font which is parsed already. */
const MARK = 'parsed before: '
const referenceTo = (name: FontName) => Buffer.from(MARK + name)
const nameIn = (bytes: Uint8Array): FontName | undefined => {
  const text = bytes.length < 100 ? Buffer.from(bytes).toString('latin1') : ''
  return FONT_NAMES.find((name) => text === MARK + name)
}

/** A letter of one document. pdfkit asks how wide it is, and embedding asks which other letters it is made of. */
type Letter = Glyph & { _metrics: unknown; _getMetrics(): unknown; _decode(): object | null }
type Letters = Font & { _glyphs: Record<number, Letter> }

/** What the font says of a letter, read once for all documents. */
type Known = { metrics: unknown; parts?: object | null }
const known: Record<FontName, Map<number, Known>> = { plain: new Map(), bold: new Map() }

/** Nothing draws the outline, which would be most of what is kept. */
const withoutOutline = (read: object | null) => read && { ...read, points: undefined, instructions: undefined }

function withKnown(letter: Letter, all: Map<number, Known>): Letter {
  const one = all.get(letter.id) ?? { metrics: letter._getMetrics() }
  all.set(letter.id, one)
  const read = letter._decode.bind(letter)
  letter._metrics = one.metrics
  letter._decode = () => (one.parts === undefined ? (one.parts = withoutOutline(read())) : one.parts)
  return letter
}

/** pdfkit asks for no more of a run. */
type Run = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>
/** A word that is set as its characters follow each other, as most are: which they are, and where each of them is. */
type Word = { characters: readonly number[]; positions: readonly GlyphPosition[] }
/** Dates, titles and amounts come again and again, within a document and in the next one. */
const WORDS_MAX = 2_000
const words: Record<FontName, LRU<Word>> = { plain: new LRU(WORDS_MAX), bold: new LRU(WORDS_MAX) }

/** @returns undefined where letters are joined or turned around */
function wordOf(text: string, { glyphs, positions }: Run, letters: Letters): Word | undefined {
  const characters = Array.from(text, (one) => one.codePointAt(0) ?? 0)
  const isInTurn =
    characters.length === glyphs.length &&
    characters.every((one, place) => letters.glyphForCodePoint(one).id === glyphs[place]?.id)
  return isInTurn ? { characters, positions: positions.map((one) => ({ ...one })) } : undefined
}

/** With the letters of this document. pdfkit scales the positions, and asks for the width afterwards. */
function runOf({ characters, positions: known }: Word, letters: Letters): Run {
  const positions = known.map((one) => ({ ...one }))
  return {
    glyphs: characters.map((one) => letters.glyphForCodePoint(one)),
    positions,
    get advanceWidth() {
      return positions.reduce((width, { xAdvance }) => width + xAdvance, 0)
    },
  }
}

function layOut(font: Font, letters: Letters, all: LRU<Word>, text: string): Run {
  const one = all.get(text)
  if (one) return runOf(one, letters)
  const run: Run = font.layout.call(letters, text)
  const word = wordOf(text, run, letters)
  if (word) all.set(text, word)
  return run
}

class ParsedBefore {
  static probe(bytes: Uint8Array): boolean {
    return nameIn(bytes) !== undefined
  }

  /** Its tables are shared. A letter that was once a part of another (á) is no longer text, so letters are not. */
  constructor({ buffer }: { buffer: Uint8Array }) {
    const name = nameIn(buffer) ?? 'plain'
    const font = fontOf(name)
    const own = Object.create(font, { _glyphs: { value: {} } }) as Letters
    own.getGlyph = (id, characters) =>
      own._glyphs[id] ?? withKnown(font.getGlyph.call(own, id, characters) as Letter, known[name])
    own.layout = (text, features, ...more) =>
      features === undefined
        ? (layOut(font, own, words[name], text) as GlyphRun)
        : font.layout.call(own, text, features, ...more)
    return own
  }
}
fontkit.registerFormat(ParsedBefore as unknown as Format)

/** Its fonts are called as `FontName`; one is chosen before anything is written. */
export function newDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  // Without a first font, which would be parsed too, and which has no Cyrillic letters.
  const doc = new PDFDocument({ ...options, font: null as unknown as string })
  for (const name of FONT_NAMES) doc.registerFont(name, referenceTo(name))
  return doc
}
