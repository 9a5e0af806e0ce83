/**
 * A copy of an unsaved draft in the storage of the tab, so that a crash or a reload costs two seconds of typing at
 * most. It is deleted when the page is left: drafts contain clients' data.
 */
import { useEffect, useRef, useState } from 'react'
import { mergeDrafts, type Lists } from './merge.ts'
import { isLike, isSame } from './same.ts'

const KEEP_EVERY_MS = 2_000

/** `base` is what the draft was made from: another save may have followed. */
export type Kept<T> = { atMs: number; version: number; base: T; draft: T }

export function nameOfKept(c: number, kind: string, id: string): string {
  return `kartoteka.draft.${c}.${kind}.${id}`
}

/**
 * @param model a draft of the same shape
 * @returns null for anything else
 */
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
  /** As the server has it now. */
  saved: T
  version: number
  draft: T
  isDirty: boolean
  lists: Lists
  isWhole: (draft: T) => boolean
}

/** @returns the draft that a reload left behind, until it is restored or dropped */
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
  // Leaving on purpose was confirmed already; only a reload or a crash leaves the draft behind.
  useEffect(() => () => writeKept(name, null), [name])
  return { left, forget: () => setLeft(null) }
}
