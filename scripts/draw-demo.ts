/** Draws the pictures of the demo anew, after a change of `db/demo-drawings.ts` or of its businesses. */
import { writeFile } from 'node:fs/promises'
import { DRAWN, pictureFile, SLOTS } from '../db/demo-pictures.ts'
import { drawPicture } from '../db/draw-picture.ts'

for (const shop of DRAWN)
  for (const slot of SLOTS) await writeFile(pictureFile(shop, slot), await drawPicture(slot, shop))
