/** Stores pictures of a card on the server. */
import { templates } from '../../../contract/cards/templates.ts'
import { IMAGE_MAX_BYTES, type ImageSlotName } from '../../../contract/limits.ts'
import { send } from '../../base/send.ts'
import { type Backgrounds, type CropPlan, derivedPlan, drawingOf, planSharpness } from './crop-plan.ts'
import { qualityOf } from './geometry.ts'
import { exportPng, isExact, type Picture } from './picture.ts'

export type StoredImage = { id: string; url: string }

/** A file of the right size is stored untouched; if it is too heavy, it is encoded again. */
export function storeExact(cabinetId: number, slot: ImageSlotName, picture: Picture): Promise<StoredImage> {
  return picture.file.size <= IMAGE_MAX_BYTES
    ? store(cabinetId, slot, picture.file)
    : exportPng(picture, slot, {
        from: { x: 0, y: 0, ...picture.size },
        to: { x: 0, y: 0, ...picture.size },
        background: null,
      }).then((png) => store(cabinetId, slot, png))
}

/**
 * Draws and stores a picture for its slot and for each of the others.
 * @returns the stored pictures, and whether the first one had to be stretched visibly
 */
export async function storePlan(
  cabinetId: number,
  slot: ImageSlotName,
  { picture, plan, backgrounds }: { picture: Picture; plan: CropPlan; backgrounds: Backgrounds },
  others: readonly ImageSlotName[],
): Promise<{ images: Partial<Record<ImageSlotName, StoredImage>>; isSoft: boolean }> {
  const isUntouched = isExact(picture, slot) && plan.mode === 'fill' && plan.zoom === 1
  const own = isUntouched
    ? await storeExact(cabinetId, slot, picture)
    : await store(cabinetId, slot, await exportPng(picture, slot, drawingOf(picture.size, slot, plan, backgrounds)))
  const more = await storeOthers(cabinetId, { picture, backgrounds }, others)
  return { images: { ...more, [slot]: own }, isSoft: qualityOf(planSharpness(picture.size, slot, plan)) !== 'sharp' }
}

/** Puts the same picture into other slots, each in its own size. */
export async function storeOthers(
  cabinetId: number,
  { picture, backgrounds }: { picture: Picture; backgrounds: Backgrounds },
  others: readonly ImageSlotName[],
): Promise<Partial<Record<ImageSlotName, StoredImage>>> {
  const images: Partial<Record<ImageSlotName, StoredImage>> = {}
  for (const other of others) {
    const drawing = drawingOf(picture.size, other, derivedPlan(picture.size, other, backgrounds), backgrounds)
    images[other] = await store(cabinetId, other, await exportPng(picture, other, drawing))
  }
  return images
}

function store(cabinetId: number, slot: ImageSlotName, file: Blob): Promise<StoredImage> {
  return send(templates.uploadImage, { params: { c: cabinetId }, body: { slot }, file })
}
