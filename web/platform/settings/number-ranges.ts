/** The ranges of electronic and plastic card numbers as the ruler draws them. */

export type Range = { from: number; to: number }

export function electronicOf(first: number, next: number, cardLimit: number, issued: number): Range {
  const from = Math.max(first, issued > 0 ? next : first)
  return { from, to: from + Math.max(cardLimit - issued, 1) - 1 }
}

/** The overlap of two ranges, or null. */
export function sharedOf(one: Range, other: Range): Range | null {
  const shared = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
  return shared.from <= shared.to ? shared : null
}

/** Place of a range on a ruler over all ranges, in percent. */
export function placeOn(all: readonly Range[], range: Range): { left: number; width: number } {
  const start = Math.min(...all.map((one) => one.from))
  const length = Math.max(...all.map((one) => one.to)) - start + 1
  return {
    left: ((range.from - start) / length) * 100,
    width: Math.max(((range.to - range.from + 1) / length) * 100, 1),
  }
}
