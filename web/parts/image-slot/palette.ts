/** The main colours of a picture. Pure: RGBA bytes in, `#rrggbb` out. */

type Bucket = { count: number; r: number; g: number; b: number }
const STEP = 32
const FAR_ENOUGH = 60
const OPAQUE_FROM = 200

/** Up to `max` colours that cover most of a picture and differ visibly; transparent pixels do not count. */
export function mainColours(rgba: ArrayLike<number>, max = 5): string[] {
  const buckets = new Map<number, Bucket>()
  for (let i = 0; i + 3 < rgba.length; i += 4) {
    if ((rgba[i + 3] as number) < OPAQUE_FROM) continue
    const [r, g, b] = [rgba[i] as number, rgba[i + 1] as number, rgba[i + 2] as number]
    const key = (Math.floor(r / STEP) << 10) | (Math.floor(g / STEP) << 5) | Math.floor(b / STEP)
    const bucket = buckets.get(key) ?? { count: 0, r: 0, g: 0, b: 0 }
    buckets.set(key, { count: bucket.count + 1, r: bucket.r + r, g: bucket.g + g, b: bucket.b + b })
  }
  const chosen: [number, number, number][] = []
  for (const { count, r, g, b } of [...buckets.values()].sort((a, z) => z.count - a.count)) {
    if (chosen.length === max) break
    const colour: [number, number, number] = [r / count, g / count, b / count]
    if (chosen.every((other) => Math.hypot(...colour.map((value, i) => value - (other[i] as number))) >= FAR_ENOUGH))
      chosen.push(colour)
  }
  return chosen.map((colour) => `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`)
}
