/** What becomes of lines, counted while they are worked on: a file has up to a hundred thousand of them. Pure. */
import type { Judged } from './judge.ts'
import type { FaultOf } from './line-facts.ts'
import { SHOWN_OF_CRM } from './sample.ts'
import type { Counts, FaultCount, Tally, Verdict } from './sql.ts'

const REFUSED: readonly Verdict[] = ['bad', 'doubt']

/**
 * Adds the lines among these that are refused to those that were.
 * @returns the most frequent fault first; undefined where those before were never counted
 */
export function addFaults(
  before: readonly FaultCount[] | undefined,
  lines: readonly { verdict: Verdict; faults: readonly FaultOf[] }[],
): FaultCount[] | undefined {
  if (!before) return undefined
  const counts = new Map(before.map(({ code, lines: times }) => [code, times]))
  for (const { verdict, faults } of lines)
    if (REFUSED.includes(verdict))
      for (const code of new Set(faults.map((fault) => fault.code))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, times]) => ({ code, lines: times }))
    .toSorted((one, other) => other.lines - one.lines || (one.code < other.code ? -1 : 1))
}

/** Of a check, which reads all parts anew when it is interrupted. */
export function openTally() {
  const counts: Counts = {}
  let faults: FaultCount[] | undefined = []
  const shown = new Map<Verdict, number[]>()
  return {
    add(judged: readonly Judged[]): void {
      faults = addFaults(faults, judged)
      for (const { line, verdict } of judged) {
        counts[verdict] = (counts[verdict] ?? 0) + 1
        const first = shown.get(verdict) ?? []
        if (first.length < (SHOWN_OF_CRM[verdict] ?? 0)) shown.set(verdict, [...first, line])
      }
    },
    all: (): Tally => ({ ...counts, faults, shown: [...shown.values()].flat() }),
  }
}
