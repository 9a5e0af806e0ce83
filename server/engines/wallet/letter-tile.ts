/** A square with the first letter of a name: what stands for a picture that a card has none of. */
import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import { mixColours, readableOn } from '../../../card/contrast.ts'

const require = createRequire(import.meta.url)
let font: Font | undefined

/** As in the preview: the letter's colour, thinned, lies on that of the card. */
const TILE_SHARE = 0.14
/** Height of a capital letter, as a share of the square. */
const LETTER_SHARE = 0.36

/** @param background `#rrggbb`; @param letter one that the font does not know is left out */
export function letterTile(letter: string, background: string, side: number): Promise<Buffer> {
  const ink = readableOn(background)
  const tile = mixColours(background, ink, TILE_SHARE)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" fill="${tile}"/>${letterPath(letter, ink, side)}</svg>`
  return sharp(Buffer.from(picture)).png().toBuffer()
}

function letterPath(letter: string, ink: string, side: number): string {
  font ??= openSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')) as Font
  const codePoint = letter.codePointAt(0)
  if (codePoint === undefined || !font.hasGlyphForCodePoint(codePoint)) return ''
  const { path, bbox } = font.glyphForCodePoint(codePoint)
  // The height that the font itself gives for its capitals is none of theirs.
  const scale = (side * LETTER_SHARE) / font.glyphForCodePoint(0x48).bbox.maxY
  const left = side / 2 - ((bbox.minX + bbox.maxX) / 2) * scale
  const down = side / 2 + ((bbox.minY + bbox.maxY) / 2) * scale
  return `<path transform="translate(${left} ${down}) scale(${scale} ${-scale})" fill="${ink}" d="${path.toSVG()}"/>`
}
