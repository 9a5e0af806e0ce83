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
    askForSmallFile().then(() => set(false), tryLater)
  }, RETRY_MS)
}

const askForSmallFile = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })

/** Did a file fail to load because the server cannot be reached, and not because it is gone? */
export async function isCutOff(): Promise<boolean> {
  const isReached = await askForSmallFile().then(
    () => true,
    () => false,
  )
  if (!isReached) set(true)
  return !isReached
}

export function sawNoConnection(): void {
  set(true)
}

export function sawAnswer(): void {
  set(false)
}

/** Calls back when the connection is there again. @returns a function that unsubscribes */
export function onBackOnline(listener: () => void): () => void {
  return isOffline.subscribe(() => {
    if (!isOffline.get()) listener()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => set(true))
  window.addEventListener('online', () => set(false))
}

/** What `useIsOffline` says, outside of React. */
export const isCutOffNow = isOffline.get

export function useIsOffline(): boolean {
  return useStore(isOffline)
}
