/** How many clients match each condition alone, as far as it is known. Pure. */
import type { Criterion, SegmentCount } from '../../../contract/people/segments.ts'

export type Alone = { size: number; isEstimate: boolean }
/** By condition: the number does not depend on the others, so it is kept while they change. */
export type AloneSizes = ReadonlyMap<string, Alone>

export const keyOf = (criterion: Criterion) => JSON.stringify(criterion)

/** With what one more count found. An estimate takes the place of no exact number: somebody wanted to know that. */
export function withCounted(
  before: AloneSizes,
  criteria: readonly Criterion[],
  { rows, rowEstimates }: Pick<SegmentCount, 'rows' | 'rowEstimates'>,
): AloneSizes {
  const found = criteria.map((one, index) => {
    const [key, isEstimate] = [keyOf(one), rowEstimates[index] ?? false]
    const known = before.get(key)
    return [key, isEstimate && known?.isEstimate === false ? known : { size: rows[index] ?? 0, isEstimate }] as const
  })
  return new Map([...before, ...found])
}

/**
 * Why nobody matches all conditions: one alone matches nobody, or they exclude each other.
 * @param rows undefined: not counted
 * @returns the place of the one
 */
export function whyNobody(rows: readonly (Alone | undefined)[]): number | 'exclude' {
  const place = rows.findIndex((one) => one?.size === 0)
  return place < 0 ? 'exclude' : place
}
