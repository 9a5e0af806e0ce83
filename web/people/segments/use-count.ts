/** Counts clients shortly after the last change; the old number stays, greyed out, until the new one arrives. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type Criterion, type Match, Rules } from '../../../contract/people/segments.ts'
import { useCounted } from './data.ts'

const PAUSE_MS = 600

const keyOf = (criterion: Criterion) => JSON.stringify(criterion)

export function useCount(c: number, match: Match, criteria: readonly Criterion[]) {
  const wanted = criteria.length === 0 ? '' : JSON.stringify({ match, criteria })
  const [rested] = useDebouncedValue(wanted, PAUSE_MS)
  const rules = rested === '' ? null : Rules.parse(JSON.parse(rested))
  const read = useCounted(c, rules)
  const [alone, setAlone] = useState<ReadonlyMap<string, number>>(new Map())
  const counted = rules && read.data && !read.isPlaceholderData && !read.isError ? read.data : undefined
  // The number of a single condition does not depend on the others, so it is kept.
  useEffect(() => {
    if (counted && rested !== '')
      setAlone(
        (before) =>
          new Map([
            ...before,
            ...Rules.parse(JSON.parse(rested)).criteria.map(
              (one, index) => [keyOf(one), counted.rows[index] ?? 0] as const,
            ),
          ]),
      )
  }, [counted, rested])
  const isCounting = wanted !== '' && (rested !== wanted || read.isFetching)
  return {
    /** Undefined until the first count, and while nothing is counted. */
    total: wanted === '' ? undefined : read.data,
    isCounting,
    hasFailed: wanted !== '' && read.isError && !isCounting,
    again: () => void read.refetch(),
    alone: (criterion: Criterion) => alone.get(keyOf(criterion)),
  }
}
export type Count = ReturnType<typeof useCount>
