/** Where everything on a poster is, in points from its upper left corner. Pure. */
import { barcodePath } from '../../../card/barcode-path.ts'
import { nearestPassing } from '../../../card/contrast.ts'
import type { PosterFormat, PosterText } from '../../../contract/people/posters.ts'
import { type FontName, linesOf, printable, widthOf } from './poster-lines.ts'

const MM = 72 / 25.4
/** Of the page, upright; `tent` has two faces on it, one of them upside down, and is folded between them. */
export const SIZES_MM: Readonly<Record<PosterFormat, readonly [width: number, height: number]>> = {
  a4: [210, 297],
  a3: [297, 420],
  a6: [105, 148],
  tent: [148, 210],
}
/** Modules of white around a QR code, as its standard asks for. */
export const QUIET = 4
/** Of text that has to be read, as in WCAG 2.2. */
const CONTRAST = 4.5
const PAPER = '#ffffff'

export type Box = { x: number; y: number; width: number; height: number }
export type Mark =
  | ({ kind: 'area'; colour: string } & Box)
  | ({ kind: 'logo' } & Box)
  /** `modules`: a side of the code, in modules, without the white around it; the box is without it too. */
  | ({ kind: 'code'; d: string; modules: number } & Box)
  /** `y` is the line that letters stand on. */
  | { kind: 'text'; text: string; x: number; y: number; size: number; font: FontName; colour: string }
export type Poster = {
  width: number
  height: number
  /** Each face shows the same. */
  faces: readonly { x: number; y: number; isUpsideDown: boolean }[]
  face: { width: number; height: number; marks: readonly Mark[] }
  /** Where a stand is folded. */
  foldY: number | null
}
export type PosterContent = PosterText & {
  organisation: string
  cardName: string
  /** What the QR code says; printed below it without its beginning. */
  url: string
  colours: { background: string; text: string; title: string }
  /** Width by height; null: no logo. */
  logoRatio: number | null
}

type Line = {
  text: string
  font: FontName
  size: number
  colour: string
  maxLines: number
  gap: number
  /** An address: rather smaller than broken. */
  isOneLine?: true
}
type Item = Line | { logoRatio: number; height: number; gap: number } | { code: string; side: number; gap: number }
type Placed = { height: number; draw: (top: number) => Mark[] }

const LINE_HEIGHT = 1.22
const ASCENT = 0.93

const SMALLEST = 0.6

function placeText({ font, colour, maxLines, ...of }: Line, area: Box): Placed & { isWhole: boolean } {
  const text = printable(font, of.text)
  const share = of.isOneLine ? area.width / Math.max(widthOf(font, of.size, text), 1) : 1
  const size = share < 1 && share >= SMALLEST ? of.size * share * 0.999 : of.size
  const lines = text === '' ? [] : linesOf(font, size, area.width, text)
  const shown = lines.slice(0, maxLines)
  return {
    isWhole: lines.length <= maxLines,
    height: shown.length * size * LINE_HEIGHT,
    draw: (top) =>
      shown.map((line, i) => ({
        kind: 'text',
        text: line,
        x: area.x + (area.width - widthOf(font, size, line)) / 2,
        y: top + (i * LINE_HEIGHT + ASCENT) * size,
        size,
        font,
        colour,
      })),
  }
}

function placeItem(item: Item, area: Box, scale: number): Placed & { isWhole: boolean } {
  if ('text' in item) return placeText({ ...item, size: item.size * scale }, area)
  if ('logoRatio' in item) {
    const width = Math.min(area.width, item.height * item.logoRatio)
    const height = width / item.logoRatio
    const x = area.x + (area.width - width) / 2
    return { isWhole: true, height, draw: (y) => [{ kind: 'logo', x, y, width, height }] }
  }
  const path = barcodePath('qr', item.code)
  if (!path) throw new RangeError('the address is too long for a QR code')
  const module = item.side / (path.width + 2 * QUIET)
  const inner = path.width * module
  const x = area.x + (area.width - inner) / 2
  return {
    isWhole: true,
    height: item.side,
    draw: (top) => [
      { kind: 'code', d: path.d, modules: path.width, x, y: top + QUIET * module, width: inner, height: inner },
    ],
  }
}

/** Puts items below each other in the middle of an area; texts shrink until all of it has room. */
function stack(items: readonly Item[], area: Box): Mark[] {
  for (let scale = 1; ; scale *= 0.95) {
    const placed = items.map((item) => ({ gap: item.gap, ...placeItem(item, area, scale) }))
    const shown = placed.filter((one) => one.height > 0)
    const height = shown.reduce((sum, one, i) => sum + one.height + (i === 0 ? 0 : one.gap), 0)
    const isFitting = height <= area.height && placed.every((one) => one.isWhole)
    if (!isFitting && scale > 0.3) continue
    let top = area.y + (area.height - height) / 2
    return shown.flatMap((one, i) => {
      top += i === 0 ? 0 : one.gap
      const marks = one.draw(top)
      top += one.height
      return marks
    })
  }
}

const shrunk = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

/** @param unit a hundredth of the shorter side */
function faceOf(content: PosterContent, width: number, height: number): Poster['face'] {
  const unit = Math.min(width, height) / 100
  const isWide = width > height
  const { background } = content.colours
  const readable = (colour: string) => nearestPassing(colour, background, CONTRAST)
  const band: Box = isWide ? { x: 0, y: 0, width: width / 2, height } : { x: 0, y: 0, width, height: height * 0.4 }
  const paper: Box = isWide
    ? { x: width / 2, y: 0, width: width / 2, height }
    : { x: 0, y: band.height, width, height: height - band.height }
  const line = (text: string, size: number, of: Partial<Line> = {}): Line => ({
    text,
    size: size * unit,
    font: 'plain',
    colour: readable(content.colours.text),
    maxLines: 3,
    gap: 3 * unit,
    ...of,
  })
  const head = [
    content.logoRatio === null
      ? line(content.organisation, 5, { font: 'bold', maxLines: 2 })
      : { logoRatio: content.logoRatio, height: 11 * unit, gap: 0 },
    line(content.cardName, 4, { colour: readable(content.colours.title), maxLines: 2 }),
    line(content.title, 9, { font: 'bold', gap: 4 * unit }),
    line(content.benefit, 4.6),
  ]
  const foot = [
    { code: content.url, side: (isWide ? 62 : 54) * unit, gap: 0 },
    line(content.url.replace(/^https?:\/\//, ''), 3.6, { font: 'bold', colour: '#111111', gap: unit, isOneLine: true }),
    line(content.steps, 3.6, { colour: '#111111' }),
    line(content.note, 2.8, { colour: '#444444', gap: 2 * unit }),
  ]
  const marks: Mark[] = [
    { kind: 'area', colour: PAPER, x: 0, y: 0, width, height },
    { kind: 'area', colour: background, ...band },
    ...stack(head, shrunk(band, 7 * unit)),
    ...stack(foot, shrunk(paper, 5 * unit)),
  ]
  return { width, height, marks }
}

/** @throws RangeError when the address is too long for a QR code */
export function layOut(format: PosterFormat, content: PosterContent): Poster {
  const [width, height] = SIZES_MM[format].map((side) => side * MM) as [number, number]
  if (format !== 'tent') {
    const faces = [{ x: 0, y: 0, isUpsideDown: false }]
    return { width, height, faces, face: faceOf(content, width, height), foldY: null }
  }
  const half = height / 2
  const faces = [
    { x: 0, y: 0, isUpsideDown: true },
    { x: 0, y: half, isUpsideDown: false },
  ]
  return { width, height, faces, face: faceOf(content, width, half), foldY: half }
}
