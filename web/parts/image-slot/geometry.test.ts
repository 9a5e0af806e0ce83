import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMAGE_SLOT_NAMES, IMAGE_SLOTS } from '../../../contract/limits.ts'
import {
  bestShare,
  fillRect,
  firstMode,
  fitRect,
  focalOf,
  focalOfOffset,
  halvingSteps,
  maxZoom,
  moveFocal,
  offsetOf,
  qualityOf,
  sharpness,
  vectorSize,
} from './geometry.ts'

const cover = IMAGE_SLOTS.cover
const logo = IMAGE_SLOTS.logo
const side = fc.integer({ min: 1, max: 8000 })

describe('filling a slot', () => {
  it('never begins left of the picture, where rounding makes the part a hair wider than it', () => {
    expect(fillRect({ width: 7994, height: 7994 }, IMAGE_SLOTS.icon)).toMatchObject({ x: 0, y: 0 })
  })

  it('a wide photo loses its sides and keeps its height', () => {
    expect(fillRect({ width: 2000, height: 369 }, cover)).toEqual({ x: 437.5, y: 0, width: 1125, height: 369 })
  })

  it('zoom two takes the quarter around the focal point and never leaves the picture', () => {
    const part = fillRect({ width: 2250, height: 738 }, cover, 2, { x: 0, y: 1 })
    expect(part).toEqual({ x: 0, y: 369, width: 1125, height: 369 })
  })

  it('the part has the ratio of the slot and is inside the source, for all sizes', () => {
    fc.assert(
      fc.property(
        side,
        side,
        fc.constantFrom(...IMAGE_SLOT_NAMES),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (width, height, slot, zoom) => {
          const target = IMAGE_SLOTS[slot]
          const part = fillRect({ width, height }, target, zoom)
          expect(part.width / part.height).toBeCloseTo(target.width / target.height, 6)
          expect(part.x).toBeGreaterThanOrEqual(0)
          expect(part.x + part.width).toBeLessThanOrEqual(width + 1e-6)
          expect(part.y + part.height).toBeLessThanOrEqual(height + 1e-6)
        },
      ),
    )
  })

  it('the focal point of a part leads back to the same part', () => {
    const source = { width: 3000, height: 2000 }
    const part = fillRect(source, cover, 1.5, { x: 0.3, y: 0.7 })
    const again = fillRect(source, cover, 1.5, focalOf(source, part))
    for (const key of ['x', 'y', 'width', 'height'] as const) expect(again[key]).toBeCloseTo(part[key], 6)
  })
})

describe('moving the part', () => {
  it('a shift on the screen and a focal point lead to each other', () => {
    const shown = { width: 400, height: 300 }
    const focal = { x: 0.3, y: 0.8 }
    const back = focalOfOffset(offsetOf(focal, 2, shown), 2, shown)
    expect(back.x).toBeCloseTo(0.3, 9)
    expect(back.y).toBeCloseTo(0.8, 9)
    expect(offsetOf({ x: 0.5, y: 0.5 }, 3, shown)).toEqual({ x: 0, y: 0 })
  })

  it('a nudge stops at the edge of the picture', () => {
    const source = { width: 2000, height: 369 }
    const right = moveFocal(source, cover, 1, { x: 0.7, y: 0.5 }, { x: 0.5, y: 0 })
    expect(right.x * source.width + 1125 / 2).toBeCloseTo(2000, 6)
    expect(right.y).toBeCloseTo(0.5, 9)
  })
})

describe('fitting into a slot', () => {
  it('a square logo is at the left edge in full height', () => {
    expect(fitRect({ width: 600, height: 600 }, logo, 'logo')).toEqual({ x: 0, y: 0, width: 150, height: 150 })
  })

  it('a program logo leaves space for the circle', () => {
    expect(fitRect({ width: 100, height: 100 }, IMAGE_SLOTS.programLogo, 'programLogo')).toEqual({
      x: 99,
      y: 99,
      width: 462,
      height: 462,
    })
  })

  it('a logo of another ratio is fitted, a cover is filled', () => {
    expect(firstMode({ width: 600, height: 600 }, logo, 'logo')).toBe('fit')
    expect(firstMode({ width: 960, height: 300 }, logo, 'logo')).toBe('fill')
    expect(firstMode({ width: 600, height: 600 }, cover, 'cover')).toBe('fill')
  })
})

describe('quality', () => {
  it.each([
    [1, 'sharp'],
    [0.6, 'sharp'],
    [0.59, 'soft'],
    [0.25, 'soft'],
    [0.24, 'refused'],
  ] as const)('a share of %s is %s', (share, verdict) => expect(qualityOf(share)).toBe(verdict))

  it('a small square is refused as a cover and good enough as a fitted logo', () => {
    const source = { width: 200, height: 200 }
    expect(qualityOf(bestShare(source, cover, 'cover'))).toBe('soft')
    expect(qualityOf(sharpness(fillRect(source, cover), cover))).toBe('refused')
    expect(qualityOf(bestShare(source, logo, 'logo'))).toBe('sharp')
  })

  it('zooming never reaches the refused range', () => {
    const source = { width: 1125, height: 369 }
    expect(qualityOf(sharpness(fillRect(source, cover, maxZoom(source, cover)), cover))).toBe('soft')
    expect(maxZoom({ width: 100, height: 33 }, cover)).toBe(1)
  })
})

describe('scaling down', () => {
  it('goes by halves and ends at the exact size', () => {
    expect(halvingSteps({ width: 4000, height: 1312 }, { width: 480, height: 157 })).toEqual([
      { width: 2000, height: 656 },
      { width: 1000, height: 328 },
      { width: 500, height: 164 },
      { width: 480, height: 157 },
    ])
  })

  it('enlarging is one step', () => {
    expect(halvingSteps({ width: 100, height: 33 }, cover)).toEqual([{ width: 1125, height: 369 }])
  })

  it('a vector picture without a size takes the ratio of its slot', () => {
    expect(vectorSize({ width: 0, height: 0 }, logo)).toEqual({ width: 960, height: 300 })
    expect(vectorSize({ width: 24, height: 24 }, logo)).toEqual({ width: 960, height: 960 })
  })
})
