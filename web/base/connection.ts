/** Is the server reachable: the browser's own word, and whether the last call came through. */
import { useSyncExternalStore } from 'react'

const RETRY_MS = 5_000

let isOffline = typeof navigator !== 'undefined' && !navigator.onLine
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const backListeners = new Set<() => void>()

function set(value: boolean): void {
  if (value === isOffline) return
  isOffline = value
  clearTimeout(timer)
  if (value) knockLater()
  for (const listener of listeners) listener()
  if (!value) for (const listener of backListeners) listener()
}

/** Knocks until somebody opens: a call that failed is not retried by hand. */
function knockLater(): void {
  timer = setTimeout(() => {
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(() => set(false), knockLater)
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
  backListeners.add(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => set(true))
  window.addEventListener('online', () => set(false))
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOffline,
  )
}
