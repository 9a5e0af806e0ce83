/** Opens support from any page, filled in with what is already known. The dialog is a separate chunk. */
import type { SupportTopic } from '../../contract/limits.ts'
import { createStore, useStore } from './store.ts'

export type SupportAsked = {
  topic?: SupportTopic
  /** The beginning of the question. */
  text?: string
  /** Number of the request that went wrong. */
  requestId?: string
  /** The conversation with the answer to read. */
  conversation?: string
}

const asked = createStore<SupportAsked | null>(null)

/** Opens the dialog; null closes it. */
export const askSupport = asked.set

export function useSupportAsked(): SupportAsked | null {
  return useStore(asked)
}
