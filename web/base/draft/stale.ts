import { useState } from 'react'
import type { Refused } from '../refused.ts'

/** Joins the writing call of an editor with its draft: a refused version is settled by the draft. */
export type Stale = {
  /** First in `onRefused` of the writing call. @returns true for a stale version */
  isConflict: (refused: Refused) => boolean
  /** Whether the last call was refused for it; resets the answer. */
  take: () => boolean
}

function createStale(): Stale {
  let isStale = false
  return {
    isConflict: ({ code }) => {
      isStale = code === 'version_conflict'
      return isStale
    },
    take: () => {
      const was = isStale
      isStale = false
      return was
    },
  }
}

export function useStale(): Stale {
  const [stale] = useState(createStale)
  return stale
}
