/**
 * Whether somebody is about to log out: asked in place, so that a page with unsaved changes is still there after
 * "Cancel".
 */
import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

export function askLogout(asks: boolean): void {
  isAsked = asks
  for (const listener of listeners) listener()
}

export function useIsLogoutAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAsked,
  )
}
