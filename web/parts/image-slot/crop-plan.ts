/** How a picture is put into a slot: the choice made in the crop, as a drawing. Pure. */
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import {
  fillRect,
  firstMode,
  fitRect,
  isSameRatio,
  type Point,
  qualityOf,
  type Rect,
  type Size,
  sharpness,
} from './geometry.ts'

export type Filling = 'transparent' | 'card' | 'edge'
export type CropPlan = { mode: 'fill' | 'fit'; zoom: number; focal: Point; filling: Filling }
/** Colours that may be behind a fitted picture; `edge` is null if the border of the picture is transparent. */
export type Backgrounds = { card: string; edge: string | null }

/**
 * The first plan for a picture. An icon and a program logo may not be transparent; a picture too small to fill the
 * slot is fitted.
 */
export function firstPlan(source: Size, slot: ImageSlotName, backgrounds: Backgrounds): CropPlan {
  const isOpaqueSlot = slot === 'icon' || slot === 'programLogo'
  const plan: CropPlan = {
    mode: firstMode(source, IMAGE_SLOTS[slot], slot),
    zoom: 1,
    focal: { x: 0.5, y: 0.5 },
    filling: isOpaqueSlot ? solidFilling(backgrounds) : 'transparent',
  }
  return qualityOf(planSharpness(source, slot, plan)) === 'refused' ? { ...plan, mode: 'fit' } : plan
}

/**
 * The plan with which a picture chosen for one slot fills another one too: a banner fills it, a mark is shown whole
 * on a colour, unless its ratio fits.
 */
export function derivedPlan(source: Size, slot: ImageSlotName, backgrounds: Backgrounds): CropPlan {
  const isBanner = slot === 'hero' || slot === 'cover'
  const mode = isBanner || (isSameRatio(source, IMAGE_SLOTS[slot]) && backgrounds.edge !== null) ? 'fill' : 'fit'
  return { mode, zoom: 1, focal: { x: 0.5, y: 0.5 }, filling: solidFilling(backgrounds) }
}

function solidFilling(backgrounds: Backgrounds): Filling {
  return backgrounds.edge === null ? 'card' : 'edge'
}

export function drawingOf(
  source: Size,
  slot: ImageSlotName,
  plan: CropPlan,
  backgrounds: Backgrounds,
): { from: Rect; to: Rect; background: string | null } {
  const target = IMAGE_SLOTS[slot]
  if (plan.mode === 'fill') {
    const background = slot === 'icon' || slot === 'programLogo' ? backgrounds.card : null
    return { from: fillRect(source, target, plan.zoom, plan.focal), to: { x: 0, y: 0, ...target }, background }
  }
  const background =
    plan.filling === 'transparent'
      ? null
      : plan.filling === 'card'
        ? backgrounds.card
        : (backgrounds.edge ?? backgrounds.card)
  return { from: { x: 0, y: 0, ...source }, to: fitRect(source, target, slot), background }
}

/** Pixels of the source for each pixel of the result. */
export function planSharpness(source: Size, slot: ImageSlotName, plan: CropPlan): number {
  const target = IMAGE_SLOTS[slot]
  return plan.mode === 'fill'
    ? sharpness(fillRect(source, target, plan.zoom, plan.focal), target)
    : sharpness(source, fitRect(source, target, slot))
}
