import { expect, it } from 'vitest'
import { contrastRatio } from '../../../card/contrast.ts'
import { POSTER_FORMATS, POSTER_MAX } from '../../../contract/people/posters.ts'
import { type Box, layOut, type Mark, type PosterContent, QUIET, SIZES_MM } from './poster-layout.ts'
import { linesOf, printable, widthOf } from './poster-lines.ts'

const content = (of: Partial<PosterContent> = {}): PosterContent => ({
  organisation: 'Coffee Lab',
  cardName: 'Coffee card',
  title: 'Get your card',
  benefit: 'Every tenth cup is on us',
  steps: 'Open your camera, point it at the code and tap the link.',
  note: 'Your card is saved to Apple Wallet or Google Wallet.',
  url: 'https://kartoteka.example/q/coffee-lab/k7m2xp',
  colours: { background: '#2b1d14', text: '#ffffff', title: '#e8c9a0' },
  logoRatio: 3.2,
  ...of,
})
const HOSTILE: Readonly<Record<string, Partial<PosterContent>>> = {
  usual: {},
  'no logo': { logoRatio: null },
  'wide words': {
    title: 'W'.repeat(POSTER_MAX.title),
    benefit: 'Щ'.repeat(POSTER_MAX.benefit),
    steps: 'Ž'.repeat(POSTER_MAX.steps),
    note: 'M '.repeat(POSTER_MAX.note / 2),
    organisation: 'Ж'.repeat(60),
    cardName: 'W'.repeat(60),
    logoRatio: null,
  },
  'nothing to say': { title: '', benefit: '', steps: '', note: '', cardName: '' },
  'a long address': { url: `https://${'cards.'.repeat(10)}example/f/${'a'.repeat(40)}/0123456789ab` },
  'pale on pale': { colours: { background: '#fefefe', text: '#ffffff', title: '#fdfdfd' } },
}
const cases = POSTER_FORMATS.flatMap((format) => Object.keys(HOSTILE).map((name) => [format, name] as const))

const boxOf = (mark: Mark): Box =>
  mark.kind === 'text'
    ? {
        x: mark.x,
        y: mark.y - mark.size * 0.95,
        width: widthOf(mark.font, mark.size, mark.text),
        height: mark.size * 1.2,
      }
    : mark
const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

it.each(cases)('keeps everything on the sheet, the code in white, and the text readable: %s, %s', (format, name) => {
  const { width, height, face } = layOut(format, content(HOSTILE[name]))
  expect([width, height].map((points) => Math.round((points / 72) * 25.4))).toEqual(SIZES_MM[format])
  const [sheet, band] = face.marks.filter((mark) => mark.kind === 'area')
  if (!sheet || !band) throw new Error('no background')
  for (const mark of face.marks) expect(isInside(boxOf(mark), sheet), JSON.stringify(mark)).toBe(true)
  const code = face.marks.find((mark) => mark.kind === 'code')
  if (!code) throw new Error('no code')
  const module = code.width / code.modules
  expect((module / 72) * 25.4, 'a module in millimetres').toBeGreaterThan(0.7)
  const white = {
    x: code.x - QUIET * module,
    y: code.y - QUIET * module,
    width: code.width + 2 * QUIET * module,
    height: code.height + 2 * QUIET * module,
  }
  expect([isInside(white, sheet), overlap(white, band)]).toEqual([true, false])
  for (const mark of face.marks) {
    if (mark.kind !== 'text') continue
    const letters = { ...boxOf(mark), height: mark.size }
    expect(overlap(letters, white), mark.text).toBe(false)
    const isOnBand = isInside(letters, band)
    expect(isOnBand || !overlap(letters, band), mark.text).toBe(true)
    expect(contrastRatio(mark.colour, isOnBand ? band.colour : sheet.colour)).toBeGreaterThanOrEqual(4.5)
    expect(mark.size, `${mark.text} in points`).toBeGreaterThan(2)
  }
})

it('folds a stand between two faces that look outwards', () => {
  const { height, faces, foldY, face } = layOut('tent', content())
  expect([foldY, face.height]).toEqual([height / 2, height / 2])
  expect(faces).toEqual([
    { x: 0, y: 0, isUpsideDown: true },
    { x: 0, y: height / 2, isUpsideDown: false },
  ])
})

it('prints letters of four languages, and leaves out what the font lacks', () => {
  const letters = 'Žluťoučký kůň úpěl ďábelské ódy · Größe ẞ · Съешь ещё этих булок, № 5 — “£ €”'
  expect(printable('bold', letters)).toBe(letters)
  expect(printable('plain', 'Coffee 🫘\n for  you\u0007')).toBe('Coffee for you')
})

it('breaks lines between words, and a word only when it is wider than a line', () => {
  const width = widthOf('plain', 10, 'Every tenth cup')
  expect(linesOf('plain', 10, width, 'Every tenth cup is on us')).toEqual(['Every tenth', 'cup is on us'])
  expect(linesOf('plain', 10, width * 1.4, 'Every tenth cup is for you'), 'of about one length').toEqual([
    'Every tenth',
    'cup is for you',
  ])
  const lines = linesOf('plain', 10, width, 'Donaudampfschifffahrtsgesellschaft')
  expect([lines.join(''), lines.every((line) => widthOf('plain', 10, line) <= width)]).toEqual([
    'Donaudampfschifffahrtsgesellschaft',
    true,
  ])
})
