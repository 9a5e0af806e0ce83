import sharp from 'sharp'
import type { Design } from '../contract/cards/design.ts'
import { IMAGE_SLOTS, type ImageSlotName } from '../contract/limits.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { cleanImage, storeImage } from '../server/platform/files/files.ts'
import { dice } from './demo-dice.ts'
import type { Shop } from './demo-shops.ts'

/** A picture of circles and waves in the shop's colours; no letters, so that it needs no fonts. */
function drawing(slot: ImageSlotName, shop: Shop): string {
  const { width: w, height: h } = IMAGE_SLOTS[slot]
  const roll = dice(shop.domain.length * 97 + w)
  const { background } = shop.colours
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${body}</svg>`
  const mark = (x: number, y: number, r: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" ` +
    `stroke-width="${r * 0.28}"/><circle cx="${x}" cy="${y}" r="${r * 0.42}" fill="${colour}"/>`
  if (slot === 'logo')
    return svg(
      mark(70, 75, 44, shop.accent) +
        '<rect x="150" y="52" width="190" height="18" rx="9" fill="#fff"/><rect x="150" y="84" ' +
        'width="130" height="14" rx="7" fill="#fff" fill-opacity=".6"/>',
    )
  if (slot === 'icon')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${mark(w / 2, h / 2, 22, shop.accent)}`)
  if (slot === 'programLogo')
    return svg(`<rect width="${w}" height="${h}" fill="${background}"/>${mark(w / 2, h / 2, 170, shop.accent)}`)
  const dots = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${roll(w)}" cy="${roll(h)}" r="${20 + roll(90)}" fill="${shop.accent}" ` +
      `fill-opacity="${(0.06 + roll(20) / 100).toFixed(2)}"/>`,
  )
  const wave = (y: number, opacity: number) =>
    `<path d="M0 ${y} C ${w * 0.25} ${y - 90}, ${w * 0.5} ${y + 90}, ${w} ${y - 40} V ${h} H 0 Z" ` +
    `fill="${shop.accent}" fill-opacity="${opacity}"/>`
  return svg(
    `<rect width="${w}" height="${h}" ` +
      `fill="${background}"/>${dots.join('')}${wave(h * 0.55, 0.28)}${wave(h * 0.75, 0.4)}`,
  )
}

export async function storePictures(db: CabinetDb, shop: Shop, now: Date): Promise<Design['images']> {
  const images = {} as Design['images']
  for (const slot of Object.keys(IMAGE_SLOTS) as ImageSlotName[]) {
    const drawn = await sharp(Buffer.from(drawing(slot, shop)))
      .png()
      .toBuffer()
    images[slot] = await storeImage(db, await cleanImage(slot, drawn), now)
  }
  return images
}
