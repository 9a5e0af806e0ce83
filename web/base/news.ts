/** News of the open account, from the live line to whatever is on screen. */
const listeners = new Set<() => void>()

/** @returns stops it */
export function onNews(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceNews(): void {
  for (const listener of listeners) listener()
}
