/** Makes the cover of a starter a picture of the business, in every slot that shows it. Runs only in the browser. */
import type { Design } from '../../../contract/cards/design.ts'
import { firstPlan } from '../../parts/image-slot/crop-plan.ts'
import { dropPicture, readPicture } from '../../parts/image-slot/picture.ts'
import { storePlan } from '../../parts/image-slot/upload.ts'
import { Refused } from '../../base/refused.ts'
import { starterCover } from './starter-cover.ts'
import type { Industry } from './starters.ts'

/**
 * The design with the cover of its trade. A business that may keep no further picture gets its card without one.
 * @throws Refused what the server refuses for another reason
 */
export async function withStarterCover(cabinetId: number, industry: Industry, design: Design): Promise<Design> {
  const svg = starterCover(industry, design)
  const picture = await readPicture(new File([svg], 'cover.svg', { type: 'image/svg+xml' }), 'cover')
  try {
    const backgrounds = { card: design.colours.background, edge: design.colours.background }
    const plan = firstPlan(picture.size, 'cover', backgrounds)
    const { images } = await storePlan(cabinetId, 'cover', { picture, plan, backgrounds }, ['hero'])
    return {
      ...design,
      images: { ...design.images, cover: images.cover?.id ?? null, hero: images.hero?.id ?? null },
    }
  } catch (error) {
    if (error instanceof Refused && error.code === 'no_room_for_images') return design
    throw error
  } finally {
    dropPicture(picture)
  }
}
