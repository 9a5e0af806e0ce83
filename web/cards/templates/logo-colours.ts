/** Colours of a card that suit a logo. Pure: the main colours of the picture in, the colours of a design out. */
import { luminance, mixColours, nearestPassing, readableOn } from '../../../card/contrast.ts'
import type { Design } from '../../../contract/cards/design.ts'

const TEXT_RATIO = 7
const TITLE_RATIO = 4.5
/** A logo whose parts are all lighter than this was made for a dark ground. */
const LIGHT_FROM = 0.6

/** 0 (grey) to 1. */
function saturation(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [low, high] = [Math.min(...channels), Math.max(...channels)]
  return high === 0 ? 0 : (high - low) / high
}

/**
 * @param colours the main ones first
 * @param ground colour of the logo's own edge; null when it is transparent
 * @returns null for a picture without colours
 */
export function coloursOfLogo(colours: readonly string[], ground: string | null): Design['colours'] | null {
  if (colours.length === 0) return null
  const brand = [...colours].sort((a, b) => saturation(b) - saturation(a))[0] as string
  const isLight = colours.every((one) => luminance(one) > LIGHT_FROM)
  // On its own ground a logo has no edge; otherwise the ground lets the logo be seen.
  const background = (
    ground ?? (isLight ? mixColours(brand, '#10131a', 0.85) : mixColours(brand, '#ffffff', 0.9))
  ).toLowerCase()
  const ink = readableOn(background, '#16181d')
  return {
    background,
    text: nearestPassing(mixColours(ink, brand, 0.15), background, TEXT_RATIO),
    title: nearestPassing(brand, background, TITLE_RATIO),
  }
}
