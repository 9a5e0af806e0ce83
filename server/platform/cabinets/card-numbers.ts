/** Numbers of electronic cards and the range kept for plastic ones: they never meet. */

export type Range = { from: number; to: number }

/** Numbers that the cards of a tariff take, the plastic ones left out. @param cards how many the tariff allows */
export function electronicRange(first: number, cards: number): Range {
  return { from: first, to: first + Math.max(cards, 1) - 1 }
}

export function doOverlap(one: Range, other: Range): boolean {
  return one.from <= other.to && other.from <= one.to
}

/** The number after this one; the plastic range is skipped. */
export function numberAfter(number: number, plastic: Range | null): number {
  return plastic && number + 1 >= plastic.from && number + 1 <= plastic.to ? plastic.to + 1 : number + 1
}
