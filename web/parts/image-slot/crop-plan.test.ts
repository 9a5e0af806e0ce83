import { expect, it } from 'vitest'
import { derivedPlan, drawingOf, firstPlan, planSharpness } from './crop-plan.ts'

const wide = { width: 1600, height: 500 }
const square = { width: 800, height: 800 }
const onWhite = { card: '#112233', edge: '#ffffff' }
const seeThrough = { card: '#112233', edge: null }

it('a logo stays transparent, an icon gets a colour behind it', () => {
  expect(firstPlan(square, 'logo', seeThrough)).toMatchObject({ mode: 'fit', filling: 'transparent' })
  expect(firstPlan(square, 'icon', seeThrough)).toMatchObject({ mode: 'fill', filling: 'card' })
  expect(firstPlan(square, 'icon', onWhite)).toMatchObject({ filling: 'edge' })
})

it('a picture too small to fill its slot starts fitted', () => {
  expect(firstPlan({ width: 120, height: 120 }, 'programLogo', onWhite).mode).toBe('fit')
})

it('a wide logo becomes an icon as a whole, on the colour of its edge', () => {
  const plan = derivedPlan(wide, 'icon', onWhite)
  expect(plan).toMatchObject({ mode: 'fit', filling: 'edge' })
  expect(drawingOf(wide, 'icon', plan, onWhite)).toMatchObject({ background: '#ffffff', from: { x: 0, y: 0, ...wide } })
})

it('a square picture fills the program logo to the edge, a transparent one gets the colour of the card', () => {
  expect(derivedPlan(square, 'programLogo', onWhite).mode).toBe('fill')
  const plan = derivedPlan(square, 'programLogo', seeThrough)
  expect(drawingOf(square, 'programLogo', plan, seeThrough).background).toBe('#112233')
})

it('a cover becomes the hero banner to its edges', () => {
  expect(derivedPlan({ width: 2000, height: 900 }, 'hero', onWhite).mode).toBe('fill')
})

it('sharpness falls with the zoom', () => {
  const plan = firstPlan({ width: 2250, height: 738 }, 'cover', onWhite)
  expect(planSharpness({ width: 2250, height: 738 }, 'cover', plan)).toBe(2)
  expect(planSharpness({ width: 2250, height: 738 }, 'cover', { ...plan, zoom: 4 })).toBe(0.5)
})
