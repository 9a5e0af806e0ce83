/** The test phones beside the page: what they are to open. Only where the outside world is emulated. */
import { emulatedWorld } from '../../contract/business/emulated-world.ts'
import { useRead } from './query.ts'
import { sessionToken } from './session.ts'
import { createStore, useStore } from './store.ts'

/** `link`: a form or a card that both phones open; null: the phones as they were left. */
type Opened = { link: string | null; times: number }

const opened = createStore<Opened | null>(null)

export function openTestPhones(link: string | null = null): void {
  opened.set({ link, times: (opened.get()?.times ?? 0) + 1 })
}

export function closeTestPhones(): void {
  opened.set(null)
}

export const useTestPhones = (): Opened | null => useStore(opened)

/** What is emulated does not change while the server runs. */
export function useEmulated(): { mail: boolean; phones: boolean } {
  const read = useRead(emulatedWorld.readEmulatedParts, sessionToken() === null ? null : {})
  return read.data ?? { mail: false, phones: false }
}

/** What this browser may see of the emulated world: the mailbox too, the phones alone, or nothing yet. */
export async function readReach(): Promise<'all' | 'phones' | 'none'> {
  const response = await fetch('/outside/visit.json', { headers: { accept: 'application/json' } })
  return response.ok ? ((await response.json()) as { reach: 'all' | 'phones' | 'none' }).reach : 'none'
}
