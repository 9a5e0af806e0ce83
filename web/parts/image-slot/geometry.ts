/** Rectangles and sharpness of picture slots. Pure: sizes in pixels, no canvas. */
import type { ImageSlotName } from '../../../contract/limits.ts'

export type Size = { width: number; height: number }
export type Rect = Size & { x: number; y: number }
/** A point of a picture as fractions of its sides, 0…1. */
export type Point = { x: number; y: number }
export type Quality = 'sharp' | 'soft' | 'refused'

const SOFT_BELOW = 0.6
const REFUSED_BELOW = 0.25
/**
 * Free border of a fitted picture, as a fraction of the slot's shorter side: a circle or a rounded mask cuts corners.
 */
const FIT_MARGINS: Partial<Record<ImageSlotName, number>> = { programLogo: 0.15, icon: 0.1 }
const RATIO_TOLERANCE = 0.04

/** The lower end wins: rounding can put the upper one a hair below it. */
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

/**
 * The part of the source that fills the target: of the target's ratio, as large as `zoom` allows, around the focal
 * point.
 */
export function fillRect(source: Size, target: Size, zoom = 1, focal: Point = { x: 0.5, y: 0.5 }): Rect {
  const scale = Math.min(source.width / target.width, source.height / target.height) / Math.max(1, zoom)
  const width = target.width * scale
  const height = target.height * scale
  return {
    x: clamp(focal.x * source.width - width / 2, 0, source.width - width),
    y: clamp(focal.y * source.height - height / 2, 0, source.height - height),
    width,
    height,
  }
}

/** Middle of a part of the source, as fractions; remembered for the next crop. */
export function focalOf(source: Size, part: Rect): Point {
  return { x: (part.x + part.width / 2) / source.width, y: (part.y + part.height / 2) / source.height }
}

/** Position of the whole source in the target: a logo at the left edge, anything else in the middle. */
export function fitRect(source: Size, target: Size, slot: ImageSlotName): Rect {
  const margin = (FIT_MARGINS[slot] ?? 0) * Math.min(target.width, target.height)
  const room = { width: target.width - 2 * margin, height: target.height - 2 * margin }
  const scale = Math.min(room.width / source.width, room.height / source.height)
  const width = source.width * scale
  const height = source.height * scale
  return { x: slot === 'logo' ? 0 : (target.width - width) / 2, y: (target.height - height) / 2, width, height }
}

/** Pixels of the source for each pixel of the result, along one side: below 1 the picture is stretched. */
export function sharpness(used: Size, drawn: Size): number {
  return Math.min(used.width / drawn.width, used.height / drawn.height)
}

/** `sharp` is fine, `soft` may look blurred, `refused` is too small. */
export function qualityOf(share: number): Quality {
  if (share < REFUSED_BELOW) return 'refused'
  return share < SOFT_BELOW ? 'soft' : 'sharp'
}

/** The best a source can give in a slot, filled or fitted: decides whether opening the crop makes sense. */
export function bestShare(source: Size, target: Size, slot: ImageSlotName): number {
  return Math.max(sharpness(fillRect(source, target), target), sharpness(source, fitRect(source, target, slot)))
}

export function isSameRatio(source: Size, target: Size): boolean {
  return Math.abs((source.width / source.height) * (target.height / target.width) - 1) <= RATIO_TOLERANCE
}

/** A logo of another ratio is fitted, a picture fills its slot. */
export function firstMode(source: Size, target: Size, slot: ImageSlotName): 'fill' | 'fit' {
  return slot === 'logo' && !isSameRatio(source, target) ? 'fit' : 'fill'
}

/**
 * Steps of scaling down: each at least half of the one before, the last is the target. One big step would lose
 * detail.
 */
export function halvingSteps(from: Size, to: Size): Size[] {
  const steps: Size[] = []
  let { width, height } = from
  while (width / 2 > to.width && height / 2 > to.height) {
    width /= 2
    height /= 2
    steps.push({ width: Math.round(width), height: Math.round(height) })
  }
  return [...steps, { ...to }]
}

/** A vector picture has no pixels: it is drawn large enough to be sharp in its slot. */
export function vectorSize(natural: Size, target: Size): Size {
  const ratio = natural.width > 0 && natural.height > 0 ? natural.width / natural.height : target.width / target.height
  const width = Math.max(target.width, target.height * ratio) * 2
  return { width: Math.round(width), height: Math.round(width / ratio) }
}

/** Largest zoom that is not refused, between 1 and 5. */
export function maxZoom(source: Size, target: Size): number {
  return clamp(sharpness(fillRect(source, target), target) / REFUSED_BELOW, 1, 5)
}

/** The shift with which the cropper shows the focal point in the middle; `shown` is the size on screen at zoom 1. */
export function offsetOf(focal: Point, zoom: number, shown: Size): Point {
  return { x: (0.5 - focal.x) * shown.width * zoom, y: (0.5 - focal.y) * shown.height * zoom }
}

/**
 * The focal point of a cropper's shift.
 * @see offsetOf
 */
export function focalOfOffset(offset: Point, zoom: number, shown: Size): Point {
  return { x: 0.5 - offset.x / (shown.width * zoom), y: 0.5 - offset.y / (shown.height * zoom) }
}

/** The focal point, moved by fractions of the visible part; the part stays inside the picture. */
export function moveFocal(source: Size, target: Size, zoom: number, focal: Point, by: Point = { x: 0, y: 0 }): Point {
  const part = fillRect(source, target, zoom, focal)
  const wanted = { x: focal.x + (by.x * part.width) / source.width, y: focal.y + (by.y * part.height) / source.height }
  return focalOf(source, fillRect(source, target, zoom, wanted))
}
