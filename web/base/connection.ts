/** Is the server reachable: what the browser reports, and whether the last call came through. */
import { createStore, useStore } from './store.ts'

const RETRY_MS = 5_000

const isOffline = createStore(typeof navigator !== 'undefined' && !navigator.onLine)
let timer: ReturnType<typeof setTimeout> | undefined

function set(value: boolean): void {
  if (value === isOffline.get()) return
  clearTimeout(timer)
  if (value) tryLater()
  isOffline.set(value)
}

/** Asks for a small file until it comes: a call that failed is not repeated by hand. */
function tryLater(): void {
  timer = setTimeout(() => {
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(() => set(false), tryLater)
  }, RETRY_MS)
}

export function sawNoConnection(): void {
  set(true)
}

export function sawAnswer(): void {
  set(false)
}

/** Calls back when the connection is there again. */
export function onBackOnline(listener: () => void): void {
  isOffline.subscribe(() => {
    if (!isOffline.get()) listener()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => set(true))
  window.addEventListener('online', () => set(false))
}

export function useIsOffline(): boolean {
  return useStore(isOffline)
}
