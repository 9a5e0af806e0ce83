import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DRAWN, pictureFile, SLOTS } from './demo-pictures.ts'
import { drawPicture } from './draw-picture.ts'

/** Of 255; another version of the renderer may smooth an edge in another way. */
const DIFFERENCE = 2

const pixels = async (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

describe.each([...DRAWN])('the pictures of $cardName', (shop) => {
  it.each(SLOTS)('%s is what the drawing says', async (slot) => {
    const [kept, drawn] = await Promise.all([
      readFile(pictureFile(shop, slot)).then(pixels),
      drawPicture(slot, shop).then(pixels),
    ])
    expect([kept.info.width, kept.info.height]).toEqual([drawn.info.width, drawn.info.height])
    let sum = 0
    for (let at = 0; at < kept.data.length; at++) sum += Math.abs((kept.data[at] ?? 0) - (drawn.data[at] ?? 0))
    expect(sum / kept.data.length).toBeLessThan(DIFFERENCE)
  })
})
