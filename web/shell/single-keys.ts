/** Whether single letters act as shortcuts: somebody who speaks to the computer may switch them off. */
import { useSyncExternalStore } from 'react'

const KEPT = 'kartoteka.single-keys'
const listeners = new Set<() => void>()
let areOn = readKept()

function readKept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  areOn = on
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off')
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => areOn,
  )
}
