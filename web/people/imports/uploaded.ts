/** The file that was uploaded last: while the page is open it can be read again, in another encoding. */
import { createStore, useStore } from '../../base/store.ts'

const last = createStore<{ id: string; file: File } | undefined>(undefined)

export const keepUploaded = (id: string, file: File): void => last.set({ id, file })

/** Undefined after a reload. */
export function useUploaded(id: string): File | undefined {
  const kept = useStore(last)
  return kept?.id === id ? kept.file : undefined
}
