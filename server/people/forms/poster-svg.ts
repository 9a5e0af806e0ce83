/** Draws a poster as a picture for the screen, with the outlines of the letters that are printed. */
import { fontOf } from '../../base/print.ts'
import type { Mark, Poster } from './poster-layout.ts'

const round = (value: number) => Math.round(value * 100) / 100

function outlines({ text, x, y, size, font, colour }: Extract<Mark, { kind: 'text' }>): string {
  const { glyphs, positions } = fontOf(font).layout(text)
  const scale = size / fontOf(font).unitsPerEm
  let at = 0
  const shapes = glyphs.map((glyph, i) => {
    const left = at + (positions[i]?.xOffset ?? 0)
    at += positions[i]?.xAdvance ?? 0
    return glyph.path.toSVG() === '' ? '' : `<path transform="translate(${left} 0)" d="${glyph.path.toSVG()}"/>`
  })
  const place = `translate(${round(x)} ${round(y)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`
  return `<g fill="${colour}" transform="${place}">${shapes.join('')}</g>`
}

function drawn(mark: Mark, logo: Buffer | undefined): string {
  if (mark.kind === 'text') return outlines(mark)
  const box = `x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}"`
  if (mark.kind === 'area') return `<rect ${box} fill="${mark.colour}"/>`
  if (mark.kind === 'logo') return logo ? `<image ${box} href="data:image/png;base64,${logo.toString('base64')}"/>` : ''
  const scale = mark.width / mark.modules
  return (
    `<path transform="translate(${round(mark.x)} ${round(mark.y)}) scale(${scale.toFixed(5)})" d="${mark.d}" ` +
    'shape-rendering="crispEdges"/>'
  )
}

export function posterSvg({ width, height, faces, face, foldY }: Poster, logo?: Buffer): string {
  const marks = face.marks.map((mark) => drawn(mark, logo)).join('')
  const shown = faces.map(({ x, y, isUpsideDown }) => {
    const turn = isUpsideDown ? ` rotate(180 ${round(face.width / 2)} ${round(face.height / 2)})` : ''
    return `<g transform="translate(${round(x)} ${round(y)})${turn}">${marks}</g>`
  })
  const fold =
    foldY === null ? '' : `<path d="M0 ${round(foldY)}H${round(width)}" stroke="#888888" stroke-dasharray="4"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" ` +
    `width="${round(width)}" height="${round(height)}">${shown.join('')}${fold}</svg>`
  )
}
