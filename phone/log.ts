import { createStore, type Store } from './store.ts'

/**
 * One step of a protocol in plain words. `word` is a key of the phone's words, so that a change of language also
 * changes old lines.
 */
export type LogLine = {
  id: number
  at: number
  outcome: 'done' | 'failed' | 'note'
  word: string
  values?: Record<string, string> | undefined
  /** `POST /apple/v1/…`, without any secret. */
  request?: string | undefined
  status?: number | undefined
}

export type PhoneLog = { lines: Store<LogLine[]>; write(line: Omit<LogLine, 'id' | 'at'>): void; clear(): void }

const LINES_MAX = 80

export function createLog(keepAs: string): PhoneLog {
  const lines = createStore<LogLine[]>([], keepAs)
  return {
    lines,
    write: (line) =>
      lines.set((old) => [{ ...line, id: (old[0]?.id ?? 0) + 1, at: Date.now() }, ...old].slice(0, LINES_MAX)),
    clear: () => lines.set(() => []),
  }
}

/** The path of an address without its long identifiers: the log is read by people, and a link may be a secret. */
export function shortPath(url: string): string {
  return decodeURIComponent(new URL(url, location.href).pathname).replace(
    /[\w-]{20,}/g,
    (long) => `${long.slice(0, 6)}…`,
  )
}
