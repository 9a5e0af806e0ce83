/** Whether single letters are shortcuts. People who use speech input may switch them off. */
import { createStore, useStore } from '../base/store.ts'

const KEPT = 'kartoteka.single-keys'
const areOn = createStore(readKept())

function readKept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off')
  } catch {
    // Storage is switched off: the choice is lost on reload.
  }
  areOn.set(on)
}

export function useSingleKeys(): boolean {
  return useStore(areOn)
}
