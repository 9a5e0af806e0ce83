/**
 * Somebody asks for support, wherever he stands: what he already said goes along. The dialog itself is a chunk of its
 * own.
 */
import { useSyncExternalStore } from 'react'
import type { SupportTopic } from '../../contract/limits.ts'

export type SupportAsked = {
  topic?: SupportTopic
  /** Number of the request that went wrong. */
  requestId?: string
  /** An answer that he comes to read. */
  conversation?: string
}

let asked: SupportAsked | null = null
const listeners = new Set<() => void>()

/** Opens the dialog; null closes it. */
export function askSupport(what: SupportAsked | null): void {
  asked = what
  for (const listener of listeners) listener()
}

export function useSupportAsked(): SupportAsked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
