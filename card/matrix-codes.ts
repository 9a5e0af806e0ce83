/** Aztec and PDF417 as outlines, drawn by bwip-js (decision 049). */
import { azteccode, type DrawingContext, pdf417 } from 'bwip-js/generic'
import type { BarcodePath, LateCode } from './code-path.ts'

const DRAW = { aztec: [azteccode, 'azteccode'], pdf417: [pdf417, 'pdf417'] } as const

/**
 * The outlines, to be filled even-odd. A row of a PDF417 is three modules high.
 * @throws RangeError when the text does not fit
 */
export function matrixPath(type: LateCode, message: string): BarcodePath {
  const [draw, bcid] = DRAW[type]
  const path = { d: '', width: 0, height: 0 }
  try {
    draw<null>({ bcid, text: message, scale: 1 }, contextOf(path))
  } catch (error) {
    throw new RangeError(`no ${type} of this text`, { cause: error })
  }
  return path
}

function contextOf(path: BarcodePath): DrawingContext<null> {
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => {
      path.width = width
      path.height = height
    },
    line: () => {},
    polygon: (points) => {
      path.d += `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`
    },
    hexagon: () => {},
    ellipse: () => {},
    fill: () => {},
    text: () => {},
    end: () => null,
  }
}
