import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CARD_TYPES, IMAGE_MAX_BYTES, IMAGE_SLOTS } from '../../../contract/limits.ts'
import { contrastOnCover, textOnCover } from './cover-contrast.ts'
import { samplePerson, sampleValues } from './sample.ts'
import { starterCover, withDrawnCover } from './starter-cover.ts'
import { INDUSTRIES, starterDesign } from './starters.ts'

const SIDE = 200
// A name as long as most: on membership cards it lies on the cover.
const values = sampleValues(samplePerson({ name: 'Alexandra', surname: 'Hohenberger', promo: 'ANNA10' }), [], {})

describe.each(INDUSTRIES)('the cover of the starter %s', (industry) => {
  const designOf = (type: (typeof CARD_TYPES)[number]) =>
    withDrawnCover(
      industry,
      starterDesign(industry, type, 'Coffee Lab', (key) => key),
    )
  const drawn = (type: (typeof CARD_TYPES)[number]) => sharp(Buffer.from(starterCover(industry, designOf(type))))

  it('is a picture of the size of a cover that can be stored', async () => {
    const { data, info } = await drawn('bonus').png().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([IMAGE_SLOTS.cover.width, IMAGE_SLOTS.cover.height])
    expect(data.length).toBeLessThan(IMAGE_MAX_BYTES / 4)
  })

  it.each(CARD_TYPES)('leaves what a card of type %s writes over it readable', async (type) => {
    const design = designOf(type)
    const box = textOnCover(design, values)
    expect(box).not.toBeNull()
    const rgba = await drawn(type).resize(SIDE, SIDE, { fit: 'fill' }).ensureAlpha().raw().toBuffer()
    expect(contrastOnCover({ side: SIDE, rgba }, design.colours, box!)).toBeGreaterThan(3)
  })
})
