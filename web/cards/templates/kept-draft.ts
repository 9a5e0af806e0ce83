/** A draft kept in the tab's own storage, so that a crash or a reload loses nothing. */
import { useEffect, useRef, useState } from 'react'
import { TemplateInput } from '../../../contract/cards/templates.ts'
import type { Draft } from './editor-state.ts'

const KEEP_EVERY_MS = 2_000

/** `base` is what the draft was made from, to lay it over a newer save. */
export type KeptDraft = { draft: Draft; base: Draft; version: number; atMs: number }

const keyOf = (cabinetId: number, templateId: string) => `card-draft:${cabinetId}:${templateId}`

/** Reads what was kept; anything that is not a draft of ours is thrown away. */
export function readKept(cabinetId: number, templateId: string, storage: Storage = sessionStorage): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(cabinetId, templateId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('draft' in kept)) return null
    const { draft, base, version, atMs } = kept as KeptDraft
    return hasShape(draft) && hasShape(base) && Number.isInteger(version) && Number.isFinite(atMs)
      ? { draft, base, version, atMs }
      : null
  } catch {
    return null
  }
}

/** A kept draft may break rules of length and form, never the shape: an empty label is mended in the editor. */
function hasShape(draft: unknown): draft is Draft {
  const parsed = TemplateInput.safeParse(draft)
  const softCodes = ['too_small', 'too_big', 'invalid_format', 'custom']
  return (
    parsed.success ||
    parsed.error.issues.every((issue) => softCodes.includes(issue.code) && !issue.path.includes('colours'))
  )
}

export function forgetKept(cabinetId: number, templateId: string): void {
  sessionStorage.removeItem(keyOf(cabinetId, templateId))
}

/**
 * Keeps the draft every two seconds while it differs from what is saved. Leaving the page by a link forgets it
 * (the person was asked then); a reload or a crash leaves it.
 * @returns what an earlier life of the page kept, until it is taken up or dropped
 */
export function useKeptDraft(cabinetId: number, templateId: string, now: Omit<KeptDraft, 'atMs'>, isDirty: boolean) {
  const [found, setFound] = useState(() => readKept(cabinetId, templateId))
  const latest = useRef(now)
  latest.current = now
  useEffect(() => {
    if (found) return
    if (!isDirty) return forgetKept(cabinetId, templateId)
    const timer = setInterval(() => {
      try {
        sessionStorage.setItem(keyOf(cabinetId, templateId), JSON.stringify({ ...latest.current, atMs: Date.now() }))
      } catch {
        // A full storage costs only the safety copy.
      }
    }, KEEP_EVERY_MS)
    return () => clearInterval(timer)
  }, [found, cabinetId, templateId, isDirty])
  useEffect(() => () => forgetKept(cabinetId, templateId), [cabinetId, templateId])
  const drop = () => {
    forgetKept(cabinetId, templateId)
    setFound(null)
  }
  return { found, drop }
}
