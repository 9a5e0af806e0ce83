import { expect, it } from 'vitest'
import { contrastRatio } from '../../../card/contrast.ts'
import { coloursOfLogo } from './logo-colours.ts'

it.each([
  ['a green logo on nothing', ['#1b7f4d', '#0a3320'], null],
  ['a white logo on nothing', ['#ffffff', '#f2f2f2'], null],
  ['a logo on its own black', ['#111111', '#e8b04c'], '#111111'],
  ['a grey one', ['#808080'], null],
])('the colours for %s can be read', (_, colours, ground) => {
  const chosen = coloursOfLogo(colours, ground)
  if (chosen === null) throw new Error('no colours')
  expect(contrastRatio(chosen.text, chosen.background)).toBeGreaterThanOrEqual(7)
  expect(contrastRatio(chosen.title, chosen.background)).toBeGreaterThanOrEqual(4.5)
  for (const one of Object.values(chosen)) expect(one).toMatch(/^#[0-9a-f]{6}$/)
})

it('a logo with an own ground keeps it, and a light one is seen on a dark one', () => {
  expect(coloursOfLogo(['#111111', '#e8b04c'], '#111111')?.background).toBe('#111111')
  const light = coloursOfLogo(['#ffffff'], null)
  expect(contrastRatio('#ffffff', light?.background ?? '#ffffff')).toBeGreaterThan(7)
})

it('an empty picture has none', () => expect(coloursOfLogo([], null)).toBeNull())
