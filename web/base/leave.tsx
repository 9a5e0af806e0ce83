/**
 * Unsaved changes are never lost by a click on a link, the back button, another account, logging out or closing the
 * tab.
 */
import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { LeaveDialogProps } from './leave-dialog.tsx'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then((file) => ({ default: file.LeaveDialog })))

/** One mark for each form on the page with unsaved changes. */
const unsaved = new Set<symbol>()

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0
}

function useUnsavedMark(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const mark = Symbol('unsaved')
    unsaved.add(mark)
    return () => {
      unsaved.delete(mark)
    }
  }, [isDirty])
}

/**
 * Asks before the page is left with unsaved changes. Render the returned dialog anywhere on the page.
 * @param save returns whether it saved; without it there is no "Save and leave"
 */
export function useLeaveGuard(isDirty: boolean, save?: () => Promise<boolean>): ReactNode {
  useUnsavedMark(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <LateDialog
      isNeeded={isDirty}
      isOpen={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
      save={save}
    />
  )
}

type CloseGuard = {
  /** Closes, or asks first when something is unsaved. */
  close: () => void
  isAsking: boolean
  dialog: ReactNode
}

/** The same question for a drawer over the page. */
export function useCloseGuard(isDirty: boolean, onClose: () => void, save: () => Promise<boolean>): CloseGuard {
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => {
    setIsAsking(false)
    onClose()
  }
  return {
    // Later, so that the press of Escape that closes the drawer does not also answer the question.
    close: isDirty ? () => void setTimeout(() => setIsAsking(true)) : onClose,
    isAsking,
    dialog: (
      <LateDialog isNeeded={isDirty} isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={leave} save={save} />
    ),
  }
}

/** Loaded with the first change, so that it is there when the connection is not. */
function LateDialog({ isNeeded, ...dialog }: LeaveDialogProps & { isNeeded: boolean }) {
  const [isLoaded, setIsLoaded] = useState(false)
  if (isNeeded && !isLoaded) setIsLoaded(true)
  return (
    isLoaded && (
      <Suspense fallback={null}>
        <LeaveDialog {...dialog} />
      </Suspense>
    )
  )
}
