/** Reads a chosen picture and draws it into the exact PNG of a slot. Runs only in the browser. */
import { IMAGE_SLOTS, type ImageSlotName } from '../../../contract/limits.ts'
import { halvingSteps, type Rect, type Size, vectorSize } from './geometry.ts'

export const SOURCE_MAX_BYTES = 10 * 1024 * 1024
export const SOURCE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const

export type Picture = {
  file: File
  /** Object URL; the owner releases it with `dropPicture`. */
  url: string
  image: HTMLImageElement | HTMLCanvasElement
  size: Size
  isVector: boolean
}

export type PictureFault = 'type' | 'weight' | 'broken'

/**
 * Opens a file as a picture, rotated by its EXIF data.
 * @throws PictureRefused
 */
export async function readPicture(file: File, slot: ImageSlotName): Promise<Picture> {
  if (!(SOURCE_TYPES as readonly string[]).includes(file.type)) throw new PictureRefused('type')
  if (file.size > SOURCE_MAX_BYTES) throw new PictureRefused('weight')
  const url = URL.createObjectURL(file)
  try {
    const image = await loadImage(url)
    const natural = { width: image.naturalWidth, height: image.naturalHeight }
    if (file.type !== 'image/svg+xml') {
      if (natural.width === 0 || natural.height === 0) throw new PictureRefused('broken')
      return { file, url, image, size: natural, isVector: false }
    }
    const size = vectorSize(natural, IMAGE_SLOTS[slot])
    const drawn = canvasOf(size)
    contextOf(drawn).drawImage(image, 0, 0, size.width, size.height)
    const blob = await pngOf(drawn)
    URL.revokeObjectURL(url)
    return { file, url: URL.createObjectURL(blob), image: drawn, size, isVector: true }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error instanceof PictureRefused ? error : new PictureRefused('broken')
  }
}

export class PictureRefused extends Error {
  readonly fault: PictureFault
  constructor(fault: PictureFault) {
    super(`picture refused: ${fault}`)
    this.fault = fault
  }
}

export function dropPicture(picture: Picture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}

/** A PNG that already has the size of its slot is stored byte for byte. */
export function isExact(picture: Picture, slot: ImageSlotName): boolean {
  const target = IMAGE_SLOTS[slot]
  return (
    picture.file.type === 'image/png' && picture.size.width === target.width && picture.size.height === target.height
  )
}

/** Which part of the source is drawn where in the result; with `background` null the rest stays transparent. */
export type Drawing = { from: Rect; to: Rect; background: string | null }

/** Draws the part of the picture and returns the exact PNG of the slot. */
export async function exportPng(picture: Picture, slot: ImageSlotName, drawing: Drawing): Promise<Blob> {
  const target = IMAGE_SLOTS[slot]
  const canvas = canvasOf(target)
  const context = contextOf(canvas)
  if (drawing.background) {
    context.fillStyle = drawing.background
    context.fillRect(0, 0, target.width, target.height)
  }
  let source: CanvasImageSource = picture.image
  let { from } = drawing
  for (const step of halvingSteps(from, drawing.to).slice(0, -1)) {
    const smaller = canvasOf(step)
    contextOf(smaller).drawImage(source, from.x, from.y, from.width, from.height, 0, 0, step.width, step.height)
    source = smaller
    from = { x: 0, y: 0, ...step }
  }
  const { to } = drawing
  context.drawImage(source, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height)
  return pngOf(canvas)
}

/**
 * Mean colour of the picture's border, `#rrggbb`, to fill the space around it seamlessly; null if the border is
 * transparent.
 */
export function edgeColour(picture: Picture): string | null {
  const side = 16
  const context = contextOf(canvasOf({ width: side, height: side }))
  context.drawImage(picture.image, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  const edge = Array.from({ length: side * side }, (_, i) => i)
    .filter((i) => i % side === 0 || i % side === side - 1 || i < side || i >= side * (side - 1))
    .map((i) => [...data.subarray(i * 4, i * 4 + 4)])
  const mean = [0, 1, 2, 3].map((channel) => edge.reduce((sum, rgba) => sum + (rgba[channel] ?? 0), 0) / edge.length)
  if ((mean[3] ?? 0) < 250) return null
  return `#${mean
    .slice(0, 3)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`
}

/** The RGBA bytes of a picture, scaled into a square; for picking colours. */
export async function pixelsOf(url: string, side = 48): Promise<Uint8ClampedArray> {
  const image = await loadImage(url)
  const canvas = canvasOf({ width: side, height: side })
  const context = contextOf(canvas)
  context.drawImage(image, 0, 0, side, side)
  return context.getImageData(0, 0, side, side).data
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new PictureRefused('broken')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  return context
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureRefused('broken'))), 'image/png')
  })
}
