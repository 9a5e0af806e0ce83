import sharp from 'sharp'
import type { ImageSlotName } from '../contract/limits.ts'
import { cleanImage } from '../server/platform/files/files.ts'
import { drawing } from './demo-drawings.ts'
import type { Shop } from './demo-shops.ts'

/** A picture of the demo as an upload would be kept. */
export async function drawPicture(slot: ImageSlotName, shop: Shop): Promise<Buffer> {
  const png = await sharp(Buffer.from(drawing(slot, shop)))
    .png()
    .toBuffer()
  return (await cleanImage(slot, png)).bytes
}
