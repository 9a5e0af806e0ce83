/** The pictures of the demo's cards, drawn once (`scripts/draw-demo.ts`) and kept as files: a start only reads them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Design } from '../contract/cards/design.ts'
import { IMAGE_SLOTS, type ImageSlotName } from '../contract/limits.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { storeImage } from '../server/platform/files/files.ts'
import { type Shop, SHOPS } from './demo-shops.ts'

export const SLOTS = Object.keys(IMAGE_SLOTS) as ImageSlotName[]

/** Every design of the demo: a business may have a second one, in other colours. */
export const DRAWN: readonly Shop[] = SHOPS.flatMap((shop) => [
  shop,
  ...(shop.second ? [{ ...shop, ...shop.second }] : []),
])

/** The key of its form tells a design from the others. */
export const pictureFile = ({ formKey }: Pick<Shop, 'formKey'>, slot: ImageSlotName): string =>
  join(import.meta.dirname, 'pictures', `${formKey}.${slot}.png`)

export async function storePictures(db: CabinetDb, shop: Shop, now: Date): Promise<Design['images']> {
  const images = {} as Design['images']
  for (const slot of SLOTS)
    images[slot] = await storeImage(db, { bytes: await readFile(pictureFile(shop, slot)), ...sizeOf(slot) }, now)
  return images
}

const sizeOf = (slot: ImageSlotName) => ({ width: IMAGE_SLOTS[slot].width, height: IMAGE_SLOTS[slot].height })
