import { describe, expect, it } from 'vitest'
import { contrastOnCover, textOnCover } from './cover-contrast.ts'
import { findIssues } from './issues.ts'
import { samplePerson, sampleValues } from './sample.ts'
import { starterDesign } from './starters.ts'

const values = sampleValues(samplePerson({ name: 'Anna', surname: 'Schmidt', promo: 'ANNA10' }), [], {})
const plain = starterDesign('coffee', 'bonus', 'Coffee Lab', (key) => (key.endsWith('Changed') ? 'Now %@' : key))
const design = {
  ...plain,
  images: { ...plain.images, cover: '00000000-0000-4000-8000-000000000000' },
  colours: { background: '#2b1d14', text: '#ffffff', title: '#ffffff' },
}
const draft = { name: 'Card', birthdayEnabled: false, endsOn: null, endsAfterDays: null, variables: {}, design }
const SIDE = 32
/** Grey of `tone` on the left half, black on the right. */
const cover = (tone: number, opacity = 255) => ({
  side: SIDE,
  rgba: Array.from({ length: SIDE * SIDE }, (_, i) =>
    i % SIDE < SIDE / 2 ? [tone, tone, tone, opacity] : [0, 0, 0, 255],
  ).flat(),
})
const box = textOnCover(design, values)!
const issuesOn = (pixels: ReturnType<typeof cover>) =>
  findIssues(draft, new Set(), values, pixels)
    .map(({ code }) => code)
    .filter((code) => code.includes('cover'))

describe('white points', () => {
  it('on a pale cover cannot be read, whatever the colour of the card says', () => {
    expect(contrastOnCover(cover(240), design.colours, box)).toBeLessThan(1.5)
    expect(issuesOn(cover(240))).toEqual(['cover_contrast'])
  })

  it('on a dark cover can be read', () => {
    expect(contrastOnCover(cover(40), design.colours, box)).toBeGreaterThan(10)
    expect(issuesOn(cover(40))).toEqual([])
  })

  it('on what is transparent lie on the card', () => expect(issuesOn(cover(240, 0))).toEqual([]))
})

it('where there are no points nothing is said of the cover', () => {
  const empty = { ...design, fields: { ...design.fields, center: null } }
  expect(textOnCover(empty, values)).toBeNull()
})
