/**
 * A copy of an unsaved draft in the storage of the tab, so that a crash or a reload loses two seconds at most. It lives
 * no longer than the tab and never outlasts the page: drafts hold data of clients.
 */
import { useEffect, useRef, useState } from 'react'
import { mergeDrafts, type Lists } from './merge.ts'
import { isLike, isSame } from './same.ts'

const KEEP_EVERY_MS = 2_000

/** `base` is what the draft was made from: somebody may have saved since. */
export type Kept<T> = { atMs: number; version: number; base: T; draft: T }

export function nameOfKept(c: number, kind: string, id: string): string {
  return `kartoteka.draft.${c}.${kind}.${id}`
}

/** @param model a draft of the same shape @returns null for anything that is no such draft */
export function readKept<T>(name: string, model: T, storage: Storage = sessionStorage): Kept<T> | null {
  try {
    const kept = JSON.parse(storage.getItem(name) ?? 'null') as Kept<T> | null
    const isWhole =
      kept !== null &&
      Number.isFinite(kept.atMs) &&
      Number.isInteger(kept.version) &&
      isLike(model, kept.base) &&
      isLike(model, kept.draft)
    return isWhole ? kept : null
  } catch {
    return null
  }
}

export function writeKept<T>(name: string, kept: Kept<T> | null, storage: Storage = sessionStorage): void {
  try {
    if (kept) storage.setItem(name, JSON.stringify(kept))
    else storage.removeItem(name)
  } catch {
    // Storage is full or switched off: the draft lives as long as the page.
  }
}

type KeptOptions<T> = {
  name: string
  /** What is saved by now. */
  saved: T
  version: number
  draft: T
  isDirty: boolean
  lists: Lists
  isWhole: (draft: T) => boolean
}

/** @returns what an earlier life of the page left, until it is taken up or dropped */
export function useKept<T>({ name, isDirty, isWhole, lists, ...now }: KeptOptions<T>) {
  const [left, setLeft] = useState<Kept<T> | null>(() => {
    const kept = readKept(name, now.saved)
    if (!kept || !isWhole(kept.base) || !isWhole(kept.draft)) return null
    return isSame(mergeDrafts(kept.base, kept.draft, now.saved, lists).value, now.saved) ? null : kept
  })
  const latest = useRef(now)
  latest.current = now
  useEffect(() => {
    if (left) return undefined
    if (!isDirty) {
      writeKept(name, null)
      return undefined
    }
    const timer = setInterval(() => {
      const { saved, version, draft } = latest.current
      writeKept(name, { atMs: Date.now(), version, base: saved, draft })
    }, KEEP_EVERY_MS)
    return () => clearInterval(timer)
  }, [name, isDirty, left])
  // Leaving the page on purpose was asked about already; only a reload or a crash leaves the draft behind.
  useEffect(() => () => writeKept(name, null), [name])
  return { left, forget: () => setLeft(null) }
}
