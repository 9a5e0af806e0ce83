/** Whether single letters act as shortcuts: people who dictate to the computer may switch them off. */
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
    // Storage is switched off: the choice lasts as long as the page.
  }
  areOn.set(on)
}

export function useSingleKeys(): boolean {
  return useStore(areOn)
}
