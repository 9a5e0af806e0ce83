/** Counts clients shortly after the last change; the old number stays, greyed out, until the new one arrives. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type Criterion, type Match, Rules } from '../../../contract/people/segments.ts'
import { type AloneSizes, keyOf, withCounted } from './alone.ts'
import { useCounted } from './data.ts'

const PAUSE_MS = 600

export function useCount(c: number, match: Match, criteria: readonly Criterion[]) {
  const wanted = criteria.length === 0 ? '' : JSON.stringify({ match, criteria })
  const [rested] = useDebouncedValue(wanted, PAUSE_MS)
  const rules = rested === '' ? null : Rules.parse(JSON.parse(rested))
  /** The rules that somebody wants to know exactly; if they are changed and come back, still so. */
  const [exact, setExact] = useState('')
  const read = useCounted(c, rules, rested === exact ? 'exact' : 'about')
  const [alone, setAlone] = useState<AloneSizes>(new Map())
  const counted = rules && read.data && !read.isPlaceholderData && !read.isError ? read.data : undefined
  useEffect(() => {
    if (counted && rested !== '')
      setAlone((before) => withCounted(before, Rules.parse(JSON.parse(rested)).criteria, counted))
  }, [counted, rested])
  // A person who has joined conditions that hardly anybody fits wants to know whether anybody does.
  const isHardly = counted?.isEstimate === true && counted.size === 0
  useEffect(() => {
    if (isHardly) setExact(rested)
  }, [isHardly, rested])
  const isCounting = wanted !== '' && (rested !== wanted || read.isFetching)
  return {
    /** Undefined until the first count, and while nothing is counted. */
    total: wanted === '' ? undefined : read.data,
    isCounting,
    isCountingExactly: isCounting && wanted === exact,
    hasFailed: wanted !== '' && read.isError && !isCounting,
    again: () => void read.refetch(),
    exactly: () => setExact(wanted),
    alone: (criterion: Criterion) => alone.get(keyOf(criterion)),
  }
}
export type Count = ReturnType<typeof useCount>
