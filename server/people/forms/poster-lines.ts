/** Texts of posters: measured and broken into lines in the fonts that they are printed in. */
import { LRU } from '../../base/lru.ts'
import { type FontName, fontOf } from '../../base/print.ts'

export type { FontName }

/** Without what the font cannot print: pictures among the letters, for example. */
export function printable(font: FontName, text: string): string {
  const kept = Array.from(text).filter((letter) => fontOf(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return kept.join('').replace(/\s+/g, ' ').trim()
}

/** In parts of the size of the letters: the same texts are measured again for each width that is tried. */
const widths = new LRU<number>(2_000)

export function widthOf(font: FontName, size: number, text: string): number {
  const key = `${font}|${text}`
  const width = widths.get(key) ?? fontOf(font).layout(text).advanceWidth / fontOf(font).unitsPerEm
  widths.set(key, width)
  return width * size
}

/** A word that is wider than a line is broken where the line ends. */
function brokenWord(font: FontName, size: number, width: number, word: string): string[] {
  if (widthOf(font, size, word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of Array.from(word)) {
    if (part !== '' && widthOf(font, size, part + letter) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

function greedyLines(font: FontName, size: number, width: number, text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((one) => brokenWord(font, size, width, one))) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(font, size, `${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Lines of about the same length: the narrowest that are no more than in the whole width. */
export function linesOf(font: FontName, size: number, width: number, text: string): string[] {
  const lines = greedyLines(font, size, width, text)
  for (let share = 0.6; share < 1 && lines.length > 1; share += 0.05) {
    const narrower = greedyLines(font, size, width * share, text)
    if (narrower.length === lines.length) return narrower
  }
  return lines
}
