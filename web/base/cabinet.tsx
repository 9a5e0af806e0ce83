/** The cabinet a page belongs to, found by the domain in the address. */
import { createContext, type ReactNode, useContext } from 'react'
import type { MemberRight } from '../../contract/limits.ts'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { usePointsInTexts } from './words.ts'

const CabinetContext = createContext<Cabinet | null>(null)

export function CabinetProvider({ cabinet, children }: { cabinet: Cabinet; children: ReactNode }) {
  usePointsInTexts(cabinet.points)
  return <CabinetContext value={cabinet}>{children}</CabinetContext>
}

/** The open cabinet. Only below `/$cabinetDomain`. */
export function useCabinet(): Cabinet {
  const cabinet = useContext(CabinetContext)
  if (!cabinet) throw new Error('a page of a cabinet is outside of a cabinet')
  return cabinet
}

/** The open cabinet, or null on pages before one is chosen. */
export function useMaybeCabinet(): Cabinet | null {
  return useContext(CabinetContext)
}

/** What the user may do beyond the daily work. The server refuses the rest, whatever a page shows. */
export function useHasRight(right: MemberRight): boolean {
  return useCabinet().rights.includes(right)
}
