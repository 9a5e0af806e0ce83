import sharp from 'sharp'
import { expect, it } from 'vitest'
import { groundOf } from './logo-ground.ts'

/** A transparent logo with a mark of one colour on its left half. */
async function logo(colour: string): Promise<Buffer> {
  const mark = await sharp({ create: { width: 240, height: 90, channels: 4, background: colour } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 480, height: 150, channels: 4, background: '#00000000' } })
    .composite([{ input: mark, left: 0, top: 30 }])
    .png()
    .toBuffer()
}

it.each([
  ['#b72c1b', 'day', false],
  ['#ffffff', 'day', true],
  ['#fffcf7', 'day_sand', true],
  ['#ffffff', 'night', false],
  ['#0a1828', 'night_blue', true],
] as const)('a logo of %s on a page of %s needs a ground: %s', async (colour, theme, isNeeded) => {
  expect(await groundOf(await logo(colour), theme)).toEqual({ isNeeded, share: 0.5 })
})

it('of a picture without anything in it nothing is said', async () => {
  expect(await groundOf(await logo('#00000000'), 'day')).toBeNull()
})
