/** The server asks for the agreement first (423): told once, whoever heard it, until it is accepted. */
import { useSyncExternalStore } from 'react'

let isAskedHere = false
const listeners = new Set<() => void>()
const askListeners = new Set<() => void>()

/** A call was refused because the agreement is not accepted. */
export function askForOffer(): void {
  for (const listener of askListeners) listener()
}

export function onOfferAsked(listener: () => void): void {
  askListeners.add(listener)
}

/** Shows the agreement over the page, or takes it away again: a page with unsaved changes is not left for it. */
export function showOfferHere(isShown: boolean): void {
  isAskedHere = isShown
  for (const listener of listeners) listener()
}

export function useIsOfferHere(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAskedHere,
  )
}
