import sharp from 'sharp'
import type { Design } from '../contract/cards/design.ts'
import { IMAGE_SLOTS, type ImageSlotName } from '../contract/limits.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { cleanImage, storeImage } from '../server/platform/files/files.ts'
import { drawing } from './demo-drawings.ts'
import type { Shop } from './demo-shops.ts'

const SLOTS = Object.keys(IMAGE_SLOTS) as ImageSlotName[]

export async function storePictures(db: CabinetDb, shop: Shop, now: Date): Promise<Design['images']> {
  const drawn = await Promise.all(
    SLOTS.map(async (slot) => {
      const png = await sharp(Buffer.from(drawing(slot, shop)))
        .png()
        .toBuffer()
      return [slot, await cleanImage(slot, png)] as const
    }),
  )
  const images = {} as Design['images']
  for (const [slot, image] of drawn) images[slot] = await storeImage(db, image, now)
  return images
}
