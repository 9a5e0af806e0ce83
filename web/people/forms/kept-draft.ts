/** Keeps an unsaved draft in the tab's storage, so that a crash or a closed lid costs two seconds at most. */
import { useEffect, useState } from 'react'
import { type Draft, isSame, layOver, showable } from './draft.ts'

const EVERY_MS = 2_000

/** `base` is the save the draft was made from: somebody may have saved since. */
type Kept = { at: string; base: Draft; draft: Draft }

const nameOf = (c: number, formKey: string) => `kartoteka.form.${c}.${formKey}`

const isWhole = (draft: Draft) =>
  typeof draft.name === 'string' && (draft.settings.fields.length === 0 || showable(draft.settings, '…') !== null)

function read(name: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null
    // What another release has written may have another shape.
    return kept && isWhole(kept.base) && isWhole(kept.draft) ? kept : null
  } catch {
    return null
  }
}

function write(name: string, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage is full or switched off: the draft lives as long as the page.
  }
}

/**
 * @param saved what the server has
 * @param draft null when nothing is unsaved
 * @returns the draft that an earlier page left, laid over what was saved since, until it is taken up or dropped
 */
export function useKeptDraft(c: number, formKey: string, saved: Draft, draft: Draft | null) {
  const name = nameOf(c, formKey)
  const [left, setLeft] = useState<{ at: string; draft: Draft } | null>(() => {
    const kept = read(name)
    if (!kept) return null
    const merged = layOver(kept.base, kept.draft, saved)
    return isSame(merged, saved) ? null : { at: kept.at, draft: merged }
  })
  useEffect(() => {
    if (left) return
    if (!draft) return write(name, null)
    const timer = setTimeout(() => write(name, { at: new Date().toISOString(), base: saved, draft }), EVERY_MS)
    return () => clearTimeout(timer)
  }, [name, draft, saved, left])
  // Leaving the page on purpose was asked about already; only a crash leaves the draft behind.
  useEffect(() => () => write(name, null), [name])
  return { left, forget: () => setLeft(null) }
}
