/** Whether the points of a card can be read on its cover: the picture's own pixels under the text are looked at. */
import { APPLE_WIDTH, layoutApple } from '../../../card/apple-layout.ts'
import { applePassViewOf } from '../../../card/apple-pass.ts'
import { contrastRatio } from '../../../card/contrast.ts'
import { fillCard } from '../../../card/fill.ts'
import { textWidth } from '../../../card/text-width.ts'
import type { Design } from '../../../contract/cards/design.ts'
import { IMAGE_SLOTS } from '../../../contract/limits.ts'

/** A cover, drawn into a square of `side` pixels. */
export type CoverPixels = { side: number; rgba: ArrayLike<number> }

/** On an iPhone the cover lies from 64 to 208, the middle of what is too wide. */
const STRIP = { top: 64, height: 144 }
/** This share of the text may lie on what is harder to read. */
const LOST_SHARE = 0.1

/** The box of the points on the card, in its own pixels; null: there is nothing to read on the cover. */
export function textOnCover(design: Design, values: Readonly<Record<string, string>>) {
  const { primary } = layoutApple(applePassViewOf(fillCard(design, values, (id) => id)))
  if (!primary || primary.value.text.trim() === '') return null
  const { label, value } = primary
  const width = Math.max(textWidth(value.text, value.sizePx, value.weight), textWidth(label.text, label.sizePx))
  return { left: value.x, right: value.x + width, top: value.y - value.sizePx * 0.75, bottom: label.y + 4 }
}

type Box = NonNullable<ReturnType<typeof textOnCover>>

/** @returns the contrast that nine tenths of the text have at least */
export function contrastOnCover(
  { side, rgba }: CoverPixels,
  { text, background }: Design['colours'],
  box: Box,
): number {
  const cover = IMAGE_SLOTS.cover
  const scale = Math.max(APPLE_WIDTH / cover.width, STRIP.height / cover.height)
  const across = (x: number) => (x - APPLE_WIDTH / 2) / (cover.width * scale) + 0.5
  const down = (y: number) => (y - STRIP.top - STRIP.height / 2) / (cover.height * scale) + 0.5
  const pixel = (share: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  const ratios: number[] = []
  for (let y = pixel(down(box.top)); y <= pixel(down(box.bottom)); y++)
    for (let x = pixel(across(box.left)); x <= pixel(across(box.right)); x++)
      ratios.push(contrastRatio(text, seenColour(rgba, (y * side + x) * 4, background)))
  ratios.sort((one, other) => one - other)
  return ratios[Math.floor(ratios.length * LOST_SHARE)] ?? Infinity
}

/** What is transparent shows the card. */
function seenColour(rgba: ArrayLike<number>, at: number, background: string): string {
  const opacity = (rgba[at + 3] as number) / 255
  const channels = [0, 1, 2].map((i) => {
    const behind = Number.parseInt(background.slice(1 + 2 * i, 3 + 2 * i), 16)
    return Math.round((rgba[at + i] as number) * opacity + behind * (1 - opacity))
  })
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}
