/** The questionnaire: when it is asked, and its reads and saves. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, useEffect, useRef, useState } from 'react'
import { useCabinet } from '../../base/cabinet.tsx'
import { isPutOff, putOff } from './put-off.ts'

export const PollDialog = lazy(() => import('./dialog.tsx').then((file) => ({ default: file.PollDialog })))

/** Is another dialog open? */
const isTaken = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
const LOOK_AGAIN_MS = 1000

/**
 * Opens once a session while the owner has not finished the questionnaire, not before somebody has a card, never over
 * another dialog; `?poll=1` in the address opens it at any time. `isWaiting`: it was put off, and a link may open it.
 */
export function usePollAsk(): { isOpen: boolean; isWaiting: boolean; open: () => void; close: () => void } {
  const { id: c, role, isPollFinished, cards } = useCabinet()
  const { poll: requested } = useSearch({ strict: false }) as { poll?: string }
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const isRequested = role === 'owner' && requested === '1'
  const isDue = role === 'owner' && !isPollFinished && cards > 0 && !isPutOff(c)
  // The address still says `poll=1` for a moment after the dialog was closed.
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!isRequested) wasClosed.current = false
    if (isOpen || wasClosed.current || (!isRequested && !isDue)) return undefined
    const look = () => {
      if (!isTaken()) setIsOpen(true)
    }
    // Another dialog may appear a moment later and comes first.
    const first = setTimeout(look, 0)
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isOpen, isRequested, isDue])
  const close = () => {
    putOff(c)
    wasClosed.current = true
    setIsOpen(false)
    if (isRequested)
      void navigate({
        to: '.',
        replace: true,
        search: (({ poll: _, ...rest }: Record<string, string>) => rest) as never,
      })
  }
  return {
    isOpen,
    isWaiting: role === 'owner' && !isPollFinished && !isOpen && isPutOff(c),
    open: () => setIsOpen(true),
    close,
  }
}
