/** The state of the settings that a card stands on. Each card shows a part of them, and all parts share one version. */
import { useRef } from 'react'
import type { General } from '../../../contract/platform/cabinets.ts'

export type Stand = {
  /** To be sent with a save: a newer one is taken over only while what this card shows is the same in it. */
  version: () => number
  /** The card shows this state now. */
  moveTo: (general: General) => void
}

/** @param general the latest that the server has told @param own what the card shows of it */
export function useStand(general: General, own: (general: General) => unknown): Stand {
  const stand = useRef({ version: general.version, own: JSON.stringify(own(general)) })
  const moveTo = (to: General) => {
    stand.current = { version: to.version, own: JSON.stringify(own(to)) }
  }
  if (JSON.stringify(own(general)) === stand.current.own) stand.current.version = general.version
  return { version: () => stand.current.version, moveTo }
}
