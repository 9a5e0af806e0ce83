/** Contrast of colours as in WCAG 2.2. Colours are `#rrggbb`. */

type Rgb = readonly [number, number, number]

function rgbOf(hex: string): Rgb {
  if (!/^#[0-9a-fA-F]{6}$/.test(hex)) throw new RangeError(`not a #rrggbb colour: ${hex}`)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance, 0 (black) to 1 (white). @throws RangeError when the colour is not `#rrggbb` */
export function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** 1 (the same) to 21 (black on white). */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0…1) of the second colour into the first. */
export function mixColours(from: string, to: string, share: number): string {
  const target = rgbOf(to)
  return hexOf(rgbOf(from).map((channel, i) => channel + ((target[i] as number) - channel) * share) as unknown as Rgb)
}

/**
 * The tone nearest to `foreground` that reaches `ratio` on `background`: the colour is moved towards black or white by
 * the smaller step that passes. When neither passes, the better of black and white.
 */
export function nearestPassing(foreground: string, background: string, ratio: number): string {
  if (contrastRatio(foreground, background) >= ratio) return foreground.toLowerCase()
  const steps = Array.from({ length: 100 }, (_, i) => (i + 1) / 100)
  for (const share of steps) {
    const passing = ['#000000', '#ffffff']
      .map((end) => mixColours(foreground, end, share))
      .filter((colour) => contrastRatio(colour, background) >= ratio)
    if (passing.length > 0)
      return passing.sort((a, b) => contrastRatio(b, background) - contrastRatio(a, background))[0] as string
  }
  return readableOn(background, '#000000')
}

/** White or `dark`, whichever reads better on the background: Google chooses a card's text colour in this way. */
export function readableOn(background: string, dark = '#202124'): string {
  return contrastRatio('#ffffff', background) >= contrastRatio(dark, background) ? '#ffffff' : dark
}
