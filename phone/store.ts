import { useSyncExternalStore } from 'react'

/** A value that screens watch; the phones live outside of React, because they work without a screen too. */
export type Store<T> = {
  get(): T
  set(change: (value: T) => T): void
  subscribe(listener: () => void): () => void
}

/** @param keepAs name under which the value survives a reload; without it the value lives as long as the page */
export function createStore<T>(initial: T, keepAs?: string): Store<T> {
  let value = (keepAs === undefined ? undefined : readKept<T>(keepAs)) ?? initial
  const listeners = new Set<() => void>()
  const keep = () => keepAs !== undefined && localStorage.setItem(`kartoteka-phone.${keepAs}`, JSON.stringify(value))
  keep()
  return {
    get: () => value,
    set(change) {
      value = change(value)
      keep()
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readKept<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(`kartoteka-phone.${name}`)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
