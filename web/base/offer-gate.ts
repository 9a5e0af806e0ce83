/** The server asks for the agreement first (423): it is shown once, whichever calls were refused. */
import { createStore, useStore } from './store.ts'

const isShownHere = createStore(false)
const askListeners = new Set<() => void>()

/** A call was refused because the agreement is not accepted. */
export function askForOffer(): void {
  for (const listener of askListeners) listener()
}

export function onOfferAsked(listener: () => void): void {
  askListeners.add(listener)
}

/** Shows or hides the agreement over the page: a page with unsaved changes is not left for it. */
export const showOfferHere = isShownHere.set

export function useIsOfferHere(): boolean {
  return useStore(isShownHere)
}
